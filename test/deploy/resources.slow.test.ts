// What a deployment would create, as SST itself says it: every resource is looked at.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { checks } from './checks/index.ts'
import { all, inputsOf, lambdaName, types } from './checks/world.ts'
import { copyProject } from './offline/copy.ts'
import { projectRoot, run, type Synthesis, synthesize } from './offline/sst.ts'
import { readSynthesis } from './synthesis.ts'

const synthesis = readSynthesis()

describe('a deployment to production', () => {
  it.each(Object.entries(checks))('%s', (_, check) => {
    expect(check(synthesis)).toEqual([])
  })

  it('tells the owner where the pages are', () => {
    expect(synthesis.outputs).toMatchObject({
      pages: 'https://approvalsurl.lambda-url.eu-central-1.on.aws',
    })
  })

  it('left the types of linked resources as they are committed', async () => {
    const committed = await run('git', ['show', ':sst-env.d.ts'], projectRoot, {}, 10_000)
    expect(readFileSync(path.join(projectRoot, 'sst-env.d.ts'), 'utf8')).toBe(committed)
  })
})

describe('a deployment to another stage, with a domain', () => {
  let other: Synthesis
  beforeAll(async () => {
    other = await staging('COUNTERSIGN_DOMAIN=approvals.example.org\nCOUNTERSIGN_NIGHT_HOUR=off\n')
  }, 180_000)

  /** With these settings in the owner's `.env`. */
  async function staging(env: string): Promise<Synthesis> {
    const copy = await copyProject({ '.env': env })
    try {
      return await synthesize({ root: copy.root, stage: 'staging', bare: true })
    } finally {
      copy.remove()
    }
  }

  it('serves the pages there and under no other name', () => {
    expect(other.outputs).toMatchObject({ pages: 'https://approvals.example.org' })
    expect(all(other, types.url)).toEqual([])
    expect(inputsOf(other, 'aws:apigatewayv2/api:Api', 'PagesApi')).toMatchObject({
      disableExecuteApiEndpoint: true,
      protocolType: 'HTTP',
    })
    const variables = { COUNTERSIGN_ORIGIN: 'https://approvals.example.org' }
    for (const name of ['ApprovalsFunction', 'ReaperFunction']) {
      expect(inputsOf(other, types.function, name)).toMatchObject({ environment: { variables } })
    }
  })

  it('leaves out the nights that the owner wants none of', () => {
    const schedules = all(other, types.schedule).map(({ name }) => name)
    expect(schedules).not.toContain('ScrapeCronSchedule')
    expect(schedules).toContain('TickJobsCronSchedule')
  })

  it('makes a certificate and its records, unless the owner has one', async () => {
    const certificates = (made: Synthesis) => all(made, 'aws:acm/certificate:Certificate').length
    const records = (made: Synthesis) => all(made, 'aws:route53/record:Record').length
    expect([certificates(other), records(other) > 0]).toEqual([1, true])
    const arn = 'arn:aws:acm:eu-central-1:123456789012:certificate/own'
    const own = await staging(
      `COUNTERSIGN_DOMAIN=approvals.example.org\nCOUNTERSIGN_CERTIFICATE_ARN=${arn}\n`,
    )
    expect([certificates(own), records(own)]).toEqual([0, 0])
    const [domain] = all(own, 'aws:apigatewayv2/domainName:DomainName')
    expect(domain?.inputs.domainNameConfiguration).toMatchObject({ certificateArn: arn })
  }, 180_000)

  it('can be taken away again, with its bucket', () => {
    expect(other.outputs).toMatchObject({ _protect: false })
    expect(all(other, 'aws:s3/bucket:Bucket')).toMatchObject([
      { kept: false, inputs: { forceDestroy: true } },
    ])
  })

  it('calls its functions by another name', () => {
    const names = all(other, types.function).map(({ inputs }) => inputs.name)
    expect(names).toContain(lambdaName('Reaper').replace('production', 'staging'))
  })
})

test('the configuration agrees with SST’s own types', { timeout: 120_000 }, async () => {
  const tsc = path.join(projectRoot, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '--project', 'test/deploy/tsconfig.json']
  expect(await run(process.execPath, args, projectRoot, {}, 110_000)).toBe('')
})
