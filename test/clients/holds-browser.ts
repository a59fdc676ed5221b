// Opens a browser, says so, and holds it until it is killed itself.
import { withBrowser } from '../../packages/clients/browser.ts'

await withBrowser({ hosts: [], local: process.argv[2] }, async () => {
  process.stdout.write('open\n')
  await new Promise((resolve) => setTimeout(resolve, 60_000))
})
