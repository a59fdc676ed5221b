// The words for people, for things and for the job that tell whose words a sentence's parts are.

/** Alternatives, written over several lines with spaces between them; a word's own space is `_`. */
export function words(list: string): string {
  return `(?:${list.trim().split(/\s+/).join('|').replaceAll('_', ' ')})`
}

/** People beside the applicant: what they hold and speak asks nothing. */
export const folk = words(`
  colleagues? teammates? team_mates? co-?workers? founders? customers? clients? users? mentors?
  tutors? competitors? investors? partners? suppliers? members? kolleg\\p{L}+ kund\\p{L}+
  mitarbeiter\\p{L}* nutzer\\p{L}*
`)

/** Whom a product serves. Not others when the job's own title names them. */
const served = `
  patient student pupil teacher doctor nurse driver courier rider pilot tenant landlord merchant
  retailer seller buyer shopper travell?er farmer lawyer plumber guard intern apprentice trainee
  freelancer hospital bank employer member customer client user investor founder regulator
`
export const servedOnes = words(served)
/** Beginnings of all of them, as a title would have them too. */
export const trades = words(`${served} school universitie companie`)
export const servedMany = words(`${served.replace(/\S+/g, '$&s')} universities schools companies`)

/** Who may also be meant by the words of a requirement: "engineers with ten years". */
export const professionals = words(`
  people colleagues? engineers? developers? mentors? experts? veterans? specialists? professionals?
  leaders? founders? scientists? researchers? designers? managers? teams? company start-?up firm
  crew group customers? clients? users? partners? students? service system product nurses? pilots?
  drivers? teachers?
`)

/** All of those who are there: when, where and in which language they work holds for whoever joins. */
export const everybody = words(`
  team teams company engineers developers employees staff people crew squad team_members?
  engineering_team organi[sz]ation
`)

/** What is the applicant's only in name: "your manager has …", "your code runs …". */
export const yoursInName = words(`
  manager boss lead team_?lead mentor buddy counterpart predecessor colleagues? teammates?
  co-?workers? code software services? systems? interviews? contact
`)

/** "The …" and "our …" that speak of the job, of what is asked or of where the work is done. */
export const ofTheJob = words(`
  role position job post seat vacancy opening opportunity offer employer candidates? applicants? person
  successful ideal right perfect best next work contract engagement assignment placement
  internship salary pay compensation remuneration ote on-target target earnings total cash budget
  range envelope base basic annual gross package rates? band wage start starting earliest working
  workplace offices? hubs? hq headquarters? labs? studio campus site desk chair location place core
  business hours time zone schedule degree ability legal capacity willingness skills? experience
  expertise minimum maximum following necessary required requirements? expectations? bar only one
  languages? engineer developer hire hiring interview_process first_day first_working_day
  u\\.?s\\.? us uk eu netherlands united european bay_area top max latest least most same moment end
  beginning future
`)

/** The same in German, behind "der", "die", "das" and "unsere". */
export const ofTheJobInGerman = words(`
  stelle position job rolle tätigkeit arbeit\\p{L}* anstellung vertrag\\p{L}* einstieg eintritt
  beginn start\\p{L}* \\p{L}*gehalt\\p{L}* vergütung büros? standort\\p{L}* sprache\\p{L}* bewerb\\p{L}*
  kandidat\\p{L}* person fähigkeit bereitschaft beherrsch\\p{L}* kenntnis\\p{L}* voraussetzung\\p{L}*
  anforderung\\p{L}* praktikum mindest\\p{L}* jahre?\\p{L}* team
`)

/** What a company does for a living. */
export const business = words(`
  run build built make sell serve help helfen enable let operate connect match automate process
  promise supply deliver rent lease insure teach train raised give(?!_you) donate vermitteln
  verkaufen bauen betreiben liefern entwickeln
`)
