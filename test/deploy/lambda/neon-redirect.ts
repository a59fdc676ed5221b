// Loaded before a function's own code: what Neon's driver would send to the internet goes to the stand-in on this machine.
const standIn = process.env.NEON_STAND_IN ?? ''
const neon = /^(https|wss):\/\/[^/]+\.neon\.tech\//

function redirected(address: string): string {
  if (!neon.test(address)) throw new Error(`a test reaches no other host than Neon's: ${address}`)
  return address.replace(neon, (_, scheme) => `${scheme === 'wss' ? 'ws' : 'http'}://${standIn}/`)
}

const fetchAnywhere = globalThis.fetch
globalThis.fetch = (input, init) => fetchAnywhere(redirected(String(input)), init)

const WebSocketAnywhere = globalThis.WebSocket
globalThis.WebSocket = class extends WebSocketAnywhere {
  constructor(address: string | URL, protocols?: string | string[]) {
    super(redirected(String(address)), protocols)
  }
}
