// An intl-tel-input: every country is in the page from the start, and what is typed decides which one counts.

/** `countries` are [name, ISO code, dial code]; `changed` is told the whole number, "+49305550142". */
export function phoneInput(root, countries, changed, chosen = () => {}) {
  const input = root.querySelector('input[type=tel]')
  const button = root.querySelector('.iti__selected-country')
  const dropdown = root.querySelector('.iti__dropdown-content')
  const list = root.querySelector('.iti__country-list')
  const find = root.querySelector('.iti__search-input')
  let country = countries.find(([, iso]) => iso === 'us')

  const digits = () => input.value.replace(/\D/g, '')
  const show = () => {
    button.querySelector('.iti__selected-dial-code').textContent = `+${country[2]}`
    button.title = `${country[0]}: +${country[2]}`
    chosen(country)
  }
  const tell = () => {
    const own = digits()
    const whole = own.startsWith(country[2]) && input.value.trim().startsWith('+')
    changed(own === '' ? '' : `+${whole ? own : country[2] + own}`)
  }
  const select = (next) => {
    country = next
    dropdown.classList.add('iti__hide')
    show()
    tell()
  }

  for (const [index, item] of [...list.children].entries()) {
    item.addEventListener('click', () => select(countries[index]))
  }
  button.addEventListener('click', () => dropdown.classList.toggle('iti__hide'))
  find.addEventListener('input', () => {
    for (const item of list.children)
      item.hidden = !item.textContent.toLowerCase().includes(find.value.toLowerCase())
  })
  input.addEventListener('input', () => {
    const typed = digits()
    // Leading digits are read as a country's, whether a plus stands in front or not.
    const fits = countries
      .filter(([, , dial]) => typed.startsWith(dial))
      .sort((a, b) => b[2].length - a[2].length || (a[1] === 'us' ? -1 : 0))
    const same = fits.find((one) => one === country && one[2] === fits[0][2])
    if (fits.length > 0 && !same) {
      country = fits[0]
      show()
    }
    if (fits.length > 0 && !input.value.trim().startsWith('+'))
      input.value = `+${input.value.trim()}`
    tell()
  })
  show()
  return { select: (iso) => select(countries.find(([, code]) => code === iso)) }
}
