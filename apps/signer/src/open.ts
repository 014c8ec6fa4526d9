import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSignedBy, openRpc } from '@tianping/evm'
import { Book } from './book.ts'
import { asked, take } from './desk.ts'
import { openJournal } from './journal.ts'
import { Sender } from './sender.ts'
import { TronSender } from './tronSender.ts'
import type { SignerSettings } from './settings.ts'

const MOST_BYTES = 4_096

async function bodyOf(request: IncomingMessage): Promise<string | null> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > MOST_BYTES) return null
  }
  return text
}

function send(reply: ServerResponse, status: number, content: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' })
  reply.end(JSON.stringify(content))
}

/** Turns of the sender, one after the other; a failure is said, and the next turn comes. */
function turns(sender: Pick<Sender, 'advance'>, everyMs: number, say: (text: string) => void) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const turn = () => {
    running = sender
      .advance(say)
      .catch((error: Error) => say(error.message))
      .then(() => {
        if (!stopped) timer = setTimeout(turn, everyMs)
      })
  }
  turn()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

export type OpenSigner = { url: string; hot: string; close(): Promise<void> }

/** Opens the signer: checks that its journal belongs to its wallet, then listens. */
export async function openSigner(
  settings: SignerSettings,
  xprv: string,
  say: (text: string) => void,
): Promise<OpenSigner> {
  // A list with a mistake is said at the start, not at the first payout.
  settings.payees.allows('')
  const journal = openJournal(settings.journal)
  const book = new Book(journal)
  const sender =
    settings.kind === 'tron'
      ? new TronSender(book, xprv, settings)
      : new Sender(book, openRpc(settings.urls), xprv, settings)
  await sender.prepare()
  const { hot } = sender
  const answer = async (request: IncomingMessage, reply: ServerResponse) => {
    const body = await bodyOf(request)
    const { method = '', url: path = '', headers } = request
    if (body === null || !isSignedBy(settings.secret, headers, { method, path, body }, new Date()))
      return send(reply, 403, {})
    if (method !== 'POST' || path !== '/tasks') return send(reply, 404, {})
    const read = asked.safeParse(parsed(body))
    if (!read.success) return send(reply, 400, {})
    const found = take(book, read.data, { settings, hot, now: Date.now() })
    return found ? send(reply, 200, found) : send(reply, 409, {})
  }
  const server = createServer((request, reply) => {
    answer(request, reply).catch((error: Error) => {
      say(error.message)
      reply.destroy()
    })
  })
  await new Promise<void>(done => server.listen(settings.port, settings.host, done))
  const stop = turns(sender, settings.tickMs, say)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${settings.host}:${port}`,
    hot,
    close: async () => {
      server.closeAllConnections()
      await new Promise(done => server.close(done))
      await stop()
      journal.close()
    },
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
