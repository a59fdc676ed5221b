// `countersign texlive`: makes the pdfTeX tree that documents are set with, which a deployment carries as a layer.
import type { Command } from 'commander'
import { ensureTree } from '#clients'
import { latexEngine } from '#config'
import { newCommand } from '../arguments.ts'
import type { CliOutput } from '../output.ts'

export function texliveCommand(output: CliOutput): Command {
  return newCommand(
    'texlive',
    'make the pdfTeX tree for a deployment, from Debian’s packages; again does nothing',
  ).action(async () => {
    const { treeFolder } = latexEngine()
    let last = ''
    const tree = await ensureTree(treeFolder, ({ message }) => {
      if (message !== last) output.err(message)
      last = message
    })
    output.out(`${tree.folder} (${tree.checksum.slice(0, 12)})`)
  })
}
