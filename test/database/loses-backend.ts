// The program of idle-exit.test.ts: holds a database open, loses its backend, and just ends.
import { once } from 'node:events'
import { neonConfig } from '@neondatabase/serverless'
import { openDatabase } from '#database'

const [url = '', standIn = ''] = process.argv.slice(2)
if (standIn !== '') {
  neonConfig.fetchEndpoint = `http://${standIn}/sql`
  neonConfig.wsProxy = () => `${standIn}/v2`
  neonConfig.useSecureWebSocket = false
}
const database = openDatabase(url)
const [session] = await database.query<{ pid: number }>('select pg_backend_pid() as pid')
await database.transaction((tx) => tx.query('select 1'))
console.log(session?.pid)
process.stdin.resume()
await once(process.stdin, 'end') // until the test has killed the backend
// The database is neither used again nor closed: nothing may keep the process, or end it badly.
