import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { inRoot } from '../root.ts'
import type { Fault, Notice, NoticeAsked, Order, Payment } from './stub.ts'

export type Stub = {
  url: string
  /** What goes wrong with the next calls, of one path or of any. */
  fault(fault: Fault, times?: number, path?: string): Promise<void>
  /** Nothing goes wrong any more. */
  calm(): Promise<void>
  /** A notice as the provider makes it, without sending it. */
  notice(asked: NoticeAsked): Promise<Notice>
  /** Has the order paid, and sends the notice; answers what the receiver said. */
  pay(asked: NoticeAsked & { to?: string }): Promise<{ status: number; text: string }>
  orders(): Promise<Record<string, Order>>
  /** What was paid there, by its own numbers. */
  payments(): Promise<Record<string, Payment>>
  /** What it has sent back in all, in fen. */
  refunded(): Promise<number>
  /** How the next payouts end there. */
  nextPayouts(...states: PayoutState[]): Promise<void>
  /** Has a payout end so, and tells it as it would; answers what the receiver said. */
  tellPayout(told: PayoutTold): Promise<{ status: number; text: string }>
  /** The notice of a payout without sending it. */
  payoutNotice(told: PayoutTold): Promise<Notice>
  /** Disputes and what the merchant did about them. */
  disputes(): Promise<Record<string, { status: string; evidence: string; fen: number }>>
  payouts(): Promise<Record<string, { fen: number; account: string; state: PayoutState }>>
  /** Adds a line to its books, hides every line with a text, puts money there. */
  steer(path: '/_line' | '/_hide' | '/_opening' | '/_price', asked: object): Promise<void>
  /** Has a node of a chain do something; answers what came of it. */
  chain<T>(path: ChainStep, asked: object): Promise<T>
  /** What lies there of what came and went, less its fees, in fen. */
  balance(): Promise<number>
  close(): void
  /** Ends it at once, whatever it is doing. */
  kill(): Promise<void>
}
type Step = 'send' | 'mine' | 'reorganise' | 'sun' | 'listed' | 'pool' | 'drop'
type Condition = 'full' | 'forgets' | 'blind'
type ChainStep = `/_${Step | Condition}`
export type PayoutState = 'SUCCESS' | 'PROCESSING' | 'FAIL'
export type PayoutTold = {
  payout: string
  state?: PayoutState
  amount?: number
  wrong?: NoticeAsked['wrong']
  to?: string
}

type Kind = 'formGateway' | 'cardPsp' | 'rateSource' | 'tronNode'

/** Starts a provider of tests as a process of its own. */
export async function startStub(name: Kind, config: object): Promise<Stub> {
  const child = spawn(
    process.execPath,
    [inRoot(`tooling/providers/${name}.ts`), JSON.stringify(config)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const url = line.toString('utf8').trim()
  const steer = async (path: string, asked: object) => {
    const answer = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(asked) })
    return answer.json() as unknown
  }
  return {
    url,
    fault: async (fault, times = 1, path = '') =>
      void (await steer('/_fault', { fault, times, path })),
    calm: async () => void (await steer('/_calm', {})),
    notice: asked => steer('/_notice', asked) as Promise<Notice>,
    pay: asked => steer('/_pay', asked) as Promise<{ status: number; text: string }>,
    orders: () => steer('/_orders', {}) as Promise<Record<string, Order>>,
    payments: () => steer('/_payments', {}) as ReturnType<Stub['payments']>,
    refunded: async () => ((await steer('/_refunded', {})) as { fen: number }).fen,
    nextPayouts: async (...states) => void (await steer('/_next_payouts', { states })),
    tellPayout: told => steer('/_payout_told', told) as Promise<{ status: number; text: string }>,
    payoutNotice: told => steer('/_payout_told', { ...told, to: '' }) as Promise<Notice>,
    disputes: () => steer('/_disputes', {}) as ReturnType<Stub['disputes']>,
    payouts: () =>
      steer('/_payouts', {}) as Promise<
        Record<string, { fen: number; account: string; state: PayoutState }>
      >,
    steer: async (path, asked) => void (await steer(path, asked)),
    chain: <T>(path: string, asked: object) => steer(path, asked) as Promise<T>,
    balance: async () => ((await steer('/_balance', {})) as { fen: number }).fen,
    close: () => child.kill(),
    kill: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
