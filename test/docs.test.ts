// The documents say what is so: commands and flags, settings, signals, files, scripts and links are there.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { unknownCommands } from './support/commands.ts'
import { testDatabase } from './support/test-database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const folder = (name: string) => readdirSync(path.join(root, name)).map((file) => `${name}/${file}`)
const documents = ['README.md', ...folder('docs').filter((file) => file.endsWith('.md'))]
const db = await testDatabase()

it.each(documents)('%s names nothing that is not there', async (file) => {
  const text = textOf(file)
  expect(await unknownCommands(text)).toEqual([])
  expect(absentFiles(file, text)).toEqual([])
  expect(absentScripts(text)).toEqual([])
  expect(unreadSettings(text)).toEqual([])
})

/** Links of a document, and paths in its code, that lead nowhere and that it does not write out itself. */
function absentFiles(file: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) =>
    path.join(path.dirname(file), to),
  )
  const code = /`((?:packages|functions|migrations|test|docs|\.ci)\/[^`\s*<…]+)`/g
  const written = [...text.matchAll(/`([\w/.]+)`[^`]*```ts/g)].map(([, to]) => to)
  const named = [...text.matchAll(code)].flatMap(([, to = '']) =>
    written.includes(to) ? [] : [to],
  )
  return [...links, ...named].filter((to) => !existsSync(path.join(root, to)))
}

function absentScripts(text: string): string[] {
  const { scripts } = JSON.parse(textOf('package.json'))
  const named = [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name = '']) => name)
  return named.filter((name) => !(name in scripts))
}

function unreadSettings(text: string): string[] {
  const read = [...folder('packages/config'), 'sst.config.ts'].map(textOf)
  const named = [...text.matchAll(/COUNTERSIGN_[A-Z0-9_]+[A-Z0-9]/g)].map(([name]) => name)
  // Some are read without their beginning, as `read('MAIL_TO')`.
  const isRead = (name: string) =>
    read.some((code) => code.includes(name) || code.includes(`'${name.slice(12)}'`))
  return named.filter((name) => !isRead(name))
}

it('what is not there is found', async () => {
  const text = [
    'Run `npx countersign operator pin --stage production` or `countersign operater add`,',
    '`setup --stage S --force` and [see](nowhere.md), `packages/nowhere/index.ts`.',
    '```sh\nnpx countersign demigrate   # never\nnpm run test:nowhere\n```',
    '`COUNTERSIGN_NOWHERE`',
  ].join('\n')
  expect(await unknownCommands(text)).toEqual([
    'demigrate',
    'operator pin --stage production',
    'operater add',
    'setup --stage S --force',
  ])
  expect(absentFiles('docs/x.md', text)).toEqual(['docs/nowhere.md', 'packages/nowhere/index.ts'])
  expect(absentScripts(text)).toEqual(['test:nowhere'])
  expect(unreadSettings(text)).toEqual(['COUNTERSIGN_NOWHERE'])
})

it('operations.md has every signal, with its owner, and no other', async () => {
  const rows = await db.admin.query('select signal, owner from countersign.signals')
  const line = /^\| `([a-z0-9_]+)` *\| (system|person) *\|/gm
  const told = [...textOf('docs/operations.md').matchAll(line)]
  const sorted = (signals: string[]) => signals.toSorted()
  expect(sorted(told.map(([, signal, owner]) => `${signal} ${owner}`))).toEqual(
    sorted(rows.map(({ signal, owner }) => `${signal} ${owner}`)),
  )
})
