// A template of the user’s own is filled, fitted, checked, and stopped when it loops.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { LatexEngine } from '#clients'
import { DocumentFailed, makeCv } from '../../../../packages/workloads/jobs/documents/index.ts'
import { inventedCvs } from '../../../support/invented-people.ts'
import { assemblyTimeoutMs, testEngine } from '../../../support/tex.ts'

vi.setConfig({ testTimeout: 120_000 })

let engine: LatexEngine
beforeAll(async () => {
  engine = await testEngine()
}, assemblyTimeoutMs)

describe('a template of the user’s own', () => {
  const template = String.raw`\documentclass[11pt,<<paper>>]{article}
<<fonts>>\usepackage[margin=2cm]{geometry}\usepackage[hidelinks]{hyperref}
\begin{document}
\section*{<<name>>} \href{mailto:<<email>>}{<<email>>}
<<#links>>\href{<<url>>}{<<label>>}<</links>>
<<#jobs>>
\subsection*{<<title>>, <<employer>> (<<period>>)}
<<#hasBullets>>\begin{itemize}<<#bullets>>\item <<.>><</bullets>>\end{itemize}<</hasBullets>>
<</jobs>>
\end{document}`

  test('is filled, fitted and checked like ours', async () => {
    const made = await makeCv(inventedCvs.zoe, { engine, template })
    expect(made).toMatchObject({ setting: 'template', leftOut: [] })
    expect(made.text).toContain('Żubr Logistics Sp. z o.o.')
    const long = await makeCv(inventedCvs.principal, { engine, template })
    expect(long.pages).toBe(2)
    expect(long.leftOut.length).toBeGreaterThan(10)
  })

  test('that leaves out an employer is refused', async () => {
    const failing = makeCv(inventedCvs.junior, {
      ...{ engine, template: template.replace('<<employer>>', '') },
    })
    await expect(failing).rejects.toThrow('jobs[0].employer: “Síldarminjar hf.” is not found')
  })

  test('that forgot something, or does more than be read, is refused', async () => {
    const forgetful = makeCv(inventedCvs.junior, {
      ...{ engine, template: template.replace('\\section*', 'Dear [Company], TODO \\section*') },
    })
    await expect(forgetful).rejects.toThrow(
      '“[Company]” is left over from the template. “TODO” is left over from the template.',
    )
    const script = '\\immediate\\pdfobj{<\\empty</S/JavaScript/JS(app.alert(1))>>}\\begin{document}'
    const active = makeCv(inventedCvs.junior, {
      ...{ engine, template: template.replace('\\begin{document}', () => script) },
    })
    await expect(active).rejects.toThrow('the PDF holds JavaScript')
  })

  test('with a mistake names the line; with a loop it is stopped', async () => {
    const broken = makeCv(inventedCvs.junior, {
      ...{ engine, template: template.replace('\\section*', '\\sektion*') },
    })
    await expect(broken).rejects.toThrow(/Undefined control sequence.*There it says: \\sektion\*/)
    const looping = template.replace('\\end{document}', '\\loop\\iftrue\\repeat\\end{document}')
    const endless = makeCv(inventedCvs.junior, { engine, template: looping, timeoutMs: 1_500 })
    await expect(endless).rejects.toThrow('stopped after 1.5 s; does the template loop?')
    await expect(endless).rejects.toThrow(DocumentFailed)
  })
})
