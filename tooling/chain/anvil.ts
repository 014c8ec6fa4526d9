// A chain of one's own: Foundry's anvil, a node whose blocks cost nothing. Its package comes with
// npm where the platform has one; without it everything else works as before.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const START_MS = 20_000

/** The program, or null where there is none for this platform. */
export function anvilProgram(): string | null {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  try {
    const folder = dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
    const program = join(folder, 'bin', 'anvil')
    return existsSync(program) ? program : null
  } catch {
    return null
  }
}

export type AnvilOptions = {
  port?: number
  chainId?: number
  /** Seconds between blocks; without it a block is mined for each transaction. */
  blockSeconds?: number
  /** Mines nothing by itself. */
  idle?: boolean
  /** File that the chain is only read from. */
  from?: string
  /** File that the chain is read from and written to. */
  state?: string
  started?: ChildProcess[]
}

export type Anvil = { url: string; child: ChildProcess; stop(): Promise<void> }

const said = (child: ChildProcess) =>
  new Promise<string>((done, failed) => {
    let text = ''
    const late = setTimeout(() => failed(new Error(`anvil did not start: ${text}`)), START_MS)
    child.stdout?.on('data', chunk => {
      text += String(chunk)
      const found = /Listening on ([\d.]+:\d+)/.exec(text)
      if (!found?.[1]) return
      clearTimeout(late)
      done(`http://${found[1]}`)
    })
    child.once('exit', code => {
      clearTimeout(late)
      failed(new Error(`anvil ended with ${code}: ${text}`))
    })
  })

export async function startAnvil(program: string, options: AnvilOptions = {}): Promise<Anvil> {
  const { port = 0, chainId = 31_337, blockSeconds, idle, from, state, started } = options
  const child = spawn(
    program,
    [
      ['--host', '127.0.0.1', '--port', String(port), '--chain-id', String(chainId)],
      blockSeconds === undefined ? [] : ['--block-time', String(blockSeconds)],
      idle ? ['--no-mining'] : [],
      from === undefined ? [] : ['--load-state', from],
      state === undefined ? [] : ['--state', state, '--state-interval', '5'],
    ].flat(),
    { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env['PATH'] } },
  )
  started?.push(child)
  const url = await said(child)
  // Nobody reads its log; a full pipe would stop it.
  child.stdout?.resume()
  return {
    url,
    child,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
