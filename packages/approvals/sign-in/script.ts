// The script that asks a key to sign, served as one file: the library, then what uses it.
import { Hono } from 'hono'
import type { Env } from '../web/environment.ts'
import { keyLibrary } from './key-library.ts'
import { keyScript } from './key-script.ts'

export const scriptRoutes = new Hono<Env>().get('/sign.js', (c) =>
  c.body(`${keyLibrary()}\n${keyScript}`, 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
  }),
)
