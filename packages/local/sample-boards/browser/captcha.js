// What a captcha does when a form is sent.

/** Resolves once the form may be sent; with a challenge, when a person has ticked its box. */
export function captchaPassed({ kind, maker }) {
  const token = document.getElementById(maker.token)
  const passed = () => {
    token.value = 'a-token-of-the-captcha'
  }
  if (kind === 'challenge' || kind === 'challenge-after-click') {
    if (token.value !== '') return Promise.resolve()
    if (kind === 'challenge-after-click') overlay(maker)
    return new Promise((resolve) => {
      addEventListener('message', function listen(event) {
        if (event.origin !== location.origin || event.data !== 'captcha passed') return
        removeEventListener('message', listen)
        document.querySelector('.captcha-over')?.remove()
        passed()
        resolve()
      })
    })
  }
  if (kind !== 'none') passed()
  return Promise.resolve()
}

/** A box on the page may be ticked before the button is pressed. */
export function watchCaptcha({ maker }) {
  addEventListener('message', (event) => {
    if (event.origin !== location.origin || event.data !== 'captcha passed') return
    document.getElementById(maker.token).value = 'a-token-of-the-captcha'
  })
}

function overlay(maker) {
  if (document.querySelector('.captcha-over')) return
  const over = document.createElement('div')
  over.className = 'captcha-over'
  const frame = document.createElement('iframe')
  frame.title = maker.challengeTitle
  frame.src = `${maker.challenge}?visible=1`
  over.append(frame)
  document.body.append(over)
}
