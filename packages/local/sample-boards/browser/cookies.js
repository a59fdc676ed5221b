// A cookie dialog: any of its buttons closes it.
for (const dialog of document.querySelectorAll('.cookies')) {
  dialog.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    dialog.remove()
  })
}
