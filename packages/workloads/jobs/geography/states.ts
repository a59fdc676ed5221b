// States and provinces that postings hire in or leave out, with their usual abbreviations.

export interface State {
  country: 'US' | 'CA'
  code: string
  name: string
  offset: number
}

const us = `
AL Alabama -6;AK Alaska -9;AZ Arizona -7;AR Arkansas -6;CA California -8;CO Colorado -7;
CT Connecticut -5;DE Delaware -5;DC District of Columbia -5;FL Florida -5;GA Georgia -5;
HI Hawaii -10;ID Idaho -7;IL Illinois -6;IN Indiana -5;IA Iowa -6;KS Kansas -6;
KY Kentucky -5;LA Louisiana -6;ME Maine -5;MD Maryland -5;MA Massachusetts -5;MI Michigan -5;
MN Minnesota -6;MS Mississippi -6;MO Missouri -6;MT Montana -7;NE Nebraska -6;NV Nevada -8;
NH New Hampshire -5;NJ New Jersey -5;NM New Mexico -7;NY New York -5;NC North Carolina -5;
ND North Dakota -6;OH Ohio -5;OK Oklahoma -6;OR Oregon -8;PA Pennsylvania -5;
RI Rhode Island -5;SC South Carolina -5;SD South Dakota -6;TN Tennessee -6;TX Texas -6;
UT Utah -7;VT Vermont -5;VA Virginia -5;WA Washington -8;WV West Virginia -5;WI Wisconsin -6;
WY Wyoming -7`
const ca = `
AB Alberta -7;BC British Columbia -8;MB Manitoba -6;NB New Brunswick -4;
NL Newfoundland and Labrador -3.5;NS Nova Scotia -4;ON Ontario -5;PE Prince Edward Island -4;
QC Quebec -5;SK Saskatchewan -6`

function parse(country: 'US' | 'CA', text: string): State[] {
  return text.split(';').map((entry) => {
    const parts = entry.trim().split(' ')
    return {
      country,
      code: parts[0] ?? '',
      name: parts.slice(1, -1).join(' '),
      offset: Number(parts.at(-1)),
    }
  })
}

export const states: readonly State[] = [...parse('US', us), ...parse('CA', ca)]
