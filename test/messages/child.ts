// One delivery in a process of its own, which kills itself at a named point.
import { mailChannel } from '#clients'
import { openDatabase } from '#database'
import { deliverDue } from '#queue'

const [url = '', smtpUrl = '', point = ''] = process.argv.slice(2)
const die = (at: string) => {
  if (at === point) process.kill(process.pid, 'SIGKILL')
}
let noted = 0
const database = openDatabase(url, {
  onRoundTrip: ([text]) => {
    if (text?.includes('due_messages')) die('before the query')
    if (text?.includes('note_delivery'))
      die(['before the first note', 'before the second note'][noted++] ?? '')
  },
})
const mail = mailChannel({ smtpUrl, from: 'queue@example.org', to: ['ana@example.org'] })
await deliverDue(database, {
  channels: [
    {
      name: 'mail',
      send: async (message) => {
        die('before sending')
        await mail.send(message)
        die('after sending')
      },
    },
  ],
  origin: 'https://approvals.example.org',
  stage: 'production',
  times: [],
  timeZone: 'UTC',
  titles: false,
  log: () => {},
})
await database.close()
