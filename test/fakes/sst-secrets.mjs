#!/usr/bin/env node
// Stands in for "sst secret": keeps a stage's secrets in the file FAKE_SST_FILE, and logs each call beside it without
// its value. With FAKE_SST_KILL ("3 before", "3 after") it kills who called it around the effect of that call.
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const file = process.env.FAKE_SST_FILE
const [kind, verb, ...rest] = process.argv.slice(2)
const calls = `${file}.calls`
appendFileSync(calls, `${[kind, verb, ...rest].join(' ')}\n`)
const call = readFileSync(calls, 'utf8').trim().split('\n').length
const [at, when] = (process.env.FAKE_SST_KILL ?? '0 before').split(' ')
const kill = (moment) => {
  if (Number(at) === call && when === moment) process.kill(process.ppid, 'SIGKILL')
}

kill('before')
const secrets = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
if (kind !== 'secret') throw new Error(`this stand-in knows no "${kind}"`)
if (verb === 'list') {
  console.log('# countersign/stage')
  for (const [name, value] of Object.entries(secrets)) console.log(`${name}=${value}`)
} else {
  secrets[rest[0]] = readFileSync(0, 'utf8')
  writeFileSync(`${file}.new`, JSON.stringify(secrets))
  renameSync(`${file}.new`, file)
  console.log(`Set "${rest[0]}"`)
}
kill('after')
