// Files by their hash: the recorded bytes and nothing that could run, for people who are signed in.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { pages } from '../support/pages.ts'
import { protocol } from '../support/protocol.ts'

const p = await protocol()
const web = await pages(p.db, p.logins.approver)
const ana = await web.enrolled('ana')
await p.capability({ name: 'files' })
await p.task('files')
const lease = await p.claimOne('files')

/** Records a file as its worker and stores its bytes, or others. */
async function recorded(name: string, mediaType: string, text: string, stored = text) {
  const sha256 = createHash('sha256').update(text).digest('hex')
  await p.worker.recordArtifact(lease, { sha256, name, mediaType, bytes: text.length })
  web.files.set(sha256, Buffer.from(stored))
  return `/artifacts/${sha256}`
}

it.each([
  ['image/png', 'shot.png', 'image/png', 'inline'],
  ['image/jpeg', 'shot.jpg', 'image/jpeg', 'inline'],
  ['application/pdf', 'cv.pdf', 'application/pdf', 'attachment'],
  ['text/plain', 'letter.txt', 'text/plain', 'attachment'],
  ['image/svg+xml', 'drawing.svg', 'application/octet-stream', 'attachment'],
  ['text/html', 'page.html', 'application/octet-stream', 'attachment'],
  ['application/xhtml+xml', 'page.xhtml', 'application/octet-stream', 'attachment'],
  ['text/javascript', 'x.js', 'application/octet-stream', 'attachment'],
  ['text/html;charset=utf-8', 'x', 'application/octet-stream', 'attachment'],
  ['nonsense\r\nX-Evil: 1', 'x', 'application/octet-stream', 'attachment'],
])('T20 serves %s as what cannot run', async (type, name, sent, disposition) => {
  const hostile = `<svg onload="alert(1)"><script>alert(2)</script> ${type} ${name}`
  const response = await ana.get(await recorded(name, type, hostile))
  const of = (header: string) => response.headers.get(header)
  expect(response.status).toBe(200)
  expect(await response.text()).toBe(hostile)
  expect(of('content-type')).toBe(sent)
  expect(of('content-disposition')).toBe(
    `${disposition}; filename="${name}"; filename*=UTF-8''${name}`,
  )
  expect(of('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
  expect(of('x-content-type-options')).toBe('nosniff')
  expect(of('cache-control')).toBe('no-store')
  expect(of('x-evil')).toBeNull()
})

it('T20 writes a file’s name so that it stays a name', async () => {
  const path = await recorded('../a"b\r\nc\u202Efdp.exe\u{1F600}', 'application/pdf', 'named')
  expect((await ana.get(path)).headers.get('content-disposition')).toBe(
    `attachment; filename=".._a_b__c_fdp.exe__"; filename*=UTF-8''.._a%22b__c_fdp.exe%F0%9F%98%80`,
  )
})

it('T20 serves nothing whose bytes are not their hash, is not stored, or was never recorded', async () => {
  const swapped = await recorded('cv.pdf', 'application/pdf', 'approved', 'swapped')
  const missing = await recorded('gone.pdf', 'application/pdf', 'gone')
  web.files.delete(missing.slice('/artifacts/'.length))
  const unrecorded = createHash('sha256').update('stored only').digest('hex')
  web.files.set(unrecorded, Buffer.from('stored only'))
  for (const path of [
    swapped,
    missing,
    `/artifacts/${unrecorded}`,
    '/artifacts/x',
    '/artifacts/..%2fx',
  ]) {
    const response = await ana.get(path)
    expect(response.status, path).toBe(404)
    expect(await response.text()).toContain('There is no such file')
  }
  expect(web.lines).toEqual([
    { event: 'file is not its hash', sha256: swapped.slice('/artifacts/'.length) },
  ])
})

it('serves nothing to who is not signed in, nor what was erased', async () => {
  const path = await recorded('cv.pdf', 'application/pdf', 'private')
  const answer = await web.visitor().get(path)
  expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([
    303,
    '/sign-in',
    '',
  ])
  expect((await ana.get(path)).status).toBe(200)
  await p.worker.complete(lease)
  await p.approver.erase(lease.id, 'ana', 'asked to')
  expect((await ana.get(path)).status).toBe(404)
})
