// What a text says of the command line, held against the command line itself.
import { runCli } from '#cli'

/** Every command or flag of `countersign` in the code of a Markdown text that the command line does not know. */
export async function unknownCommands(text: string): Promise<string[]> {
  const top = await commandsOf([])
  const unknown: string[] = []
  for (const call of callsIn(text, top)) {
    const words = call.split(/\s+/)
    const [first = '', second = ''] = words
    if (!top.has(first)) {
      unknown.push(call)
      continue
    }
    const inner = await commandsOf([first])
    const path = inner.size > 0 ? [first, second] : [first]
    if (inner.size > 0 && !inner.has(second)) {
      unknown.push(call)
      continue
    }
    const help = await helpOf(path)
    const flags = words.flatMap((word) => /^--[a-z][a-z-]*/.exec(word) ?? [])
    if (flags.some((flag) => !new RegExp(`${flag}(?![a-z-])`).test(help))) unknown.push(call)
  }
  return unknown
}

/** `setup --stage S`, from `npx countersign setup --stage S  # makes it ready`, or from a span that begins so. */
function callsIn(text: string, top: ReadonlySet<string>): string[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, code = '']) =>
    code.split('\n'),
  )
  const spans = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`]+)`/g)].map(
    ([, code = '']) => code.replaceAll('\n', ' '),
  )
  const named = [...blocks, ...spans].flatMap((code) => {
    const [, call] = /(?:^|npx )countersign ([a-z].*)/.exec(code) ?? []
    return call === undefined ? [] : [call]
  })
  const short = spans.filter((code) => top.has(code.split(' ')[0] ?? '') && code.includes(' '))
  return [...named, ...short].map((call) => call.replace(/\s+#.*| {3,}.*/, '').trim())
}

const helps = new Map<string, string>()

async function helpOf(path: readonly string[]): Promise<string> {
  const known = helps.get(path.join(' '))
  if (known !== undefined) return known
  let help = ''
  await runCli([...path, '--help'], {
    out: (line) => {
      help += `${line}\n`
    },
    err: () => {},
  })
  helps.set(path.join(' '), help)
  return help
}

/** The commands that a help lists: indented by two, with what follows further right. */
async function commandsOf(path: readonly string[]): Promise<Set<string>> {
  const help = await helpOf(path)
  const own = path.length === 0 ? help : (help.split('Commands:')[1] ?? '')
  return new Set([...own.matchAll(/^ {2}([a-z][a-z-]*)\b/gm)].map(([, name = '']) => name))
}
