// Members who move money without a pause, and the drill's own book of what they were told.
import { randomBytes } from 'node:crypto'
import { transferState } from '../../../packages/contract/src/venues/facts.ts'
import { signedHeaders } from '../../../apps/server/src/areas/cashier/sandbox/provider.ts'
import { sandboxSecrets } from '../../../apps/server/src/kernel/environment.ts'
import { pause } from './cluster.ts'
import { post, type Said } from './post.ts'
import type { Player } from './site.ts'

/** What a member was told is done: the key of its ledger transaction, and when. */
export type Acknowledged = { key: string; memberId: bigint; at: number }

const AGAIN_MS = 500
const RETRIED = new Set(['request.still_running', 'request.busy'])
const DEPOSIT_EVERY = 20
const VENUES = ['FG', 'PP', 'AE'] as const

/** An answer that says nothing of the outcome: the call is tried again with the same key. */
const isOpen = ({ status, reason, body }: Said) =>
  status !== 404 && (status !== 200 || RETRIED.has(reason) || body.code === undefined)

export class Money {
  readonly acknowledged: Acknowledged[] = []
  /** Calls that got no answer, and 5xx, before they got one. */
  tries = 0
  /** How often a call was refused, by its reason. */
  readonly refused = new Map<string, number>()
  readonly #url: string
  readonly #players: readonly Player[]
  readonly #everyMs: number
  private moving = false
  #under: Promise<unknown> = Promise.resolve()
  #given = false

  /** `perSecond` is the rate of all members together. */
  constructor(url: string, players: readonly Player[], perSecond: number) {
    this.#url = url
    this.#players = players
    this.#everyMs = (players.length * 1_000) / perSecond
  }

  start(): void {
    this.moving = true
    this.#under = Promise.all(this.#players.map((player, n) => this.#live(player, n)))
    // `stop` throws what went wrong.
    this.#under.catch(() => {})
  }

  /** Lets every call come to its end; throws when one has none within `longestMs`. */
  async stop(longestMs = 180_000): Promise<void> {
    this.moving = false
    const late = setTimeout(() => {
      this.#given = true
    }, longestMs)
    await this.#under
    clearTimeout(late)
  }

  async #live(player: Player, n: number): Promise<void> {
    await pause((n / this.#players.length) * this.#everyMs)
    await this.#deposit(player, 100_000n)
    for (let turn = n; this.moving; turn++) {
      const began = performance.now()
      await (turn % DEPOSIT_EVERY === 0
        ? this.#deposit(player, 10_000n + BigInt(turn % 5_000))
        : this.#transfer(player, turn))
      await pause(Math.max(0, this.#everyMs - (performance.now() - began)))
    }
  }

  /** The same key until there is an answer, as a phone does it. */
  async #act(name: string, body: object, token: string): Promise<Said> {
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': `drill-${randomBytes(12).toString('hex')}`,
    }
    return this.#again(() => post(`${this.#url}${name}`, JSON.stringify(body), headers))
  }

  async #again(ask: () => Promise<Said>): Promise<Said> {
    for (;;) {
      const said = await ask()
      if (!isOpen(said)) return said
      if (this.#given) throw new Error(`A call got no answer: ${JSON.stringify(said)}`)
      this.tries++
      await pause(AGAIN_MS)
    }
  }

  #note(memberId: bigint, key: string): void {
    this.acknowledged.push({ key, memberId, at: performance.now() })
  }

  #refuse({ status, reason }: Said): void {
    const why = reason || `status ${status}`
    this.refused.set(why, (this.refused.get(why) ?? 0) + 1)
  }

  async #transfer({ token, memberId }: Player, turn: number): Promise<void> {
    const venue = VENUES[turn % VENUES.length] ?? 'FG'
    const inward = turn % 2 === 0
    const said = await this.#act(
      '/api/transfer',
      {
        sourcetype: inward ? 'userbalance' : venue,
        targettype: inward ? venue : 'userbalance',
        amount: ((turn % 90) / 100 + 0.01).toFixed(2),
      },
      token,
    )
    const { out_trade_no: txId, state } = said.body.data ?? {}
    if (said.body.code === 200 && state === transferState.done)
      this.#note(memberId, `venue:${String(txId)}:settle`)
    else this.#refuse(said)
  }

  async #deposit(player: Player, amountFen: bigint): Promise<void> {
    const amount = (Number(amountFen) / 100).toFixed(2)
    const made = await this.#act('/api/recharge', { paytype: 'wxpay', amount }, player.token)
    const depositNo = made.body.data?.['deposit_no']
    if (made.body.code !== 200 || typeof depositNo !== 'string') {
      this.#refuse(made)
      return
    }
    const told = Buffer.from(
      JSON.stringify({
        deposit_no: depositNo,
        reference: `R${randomBytes(8).toString('hex')}`,
        outcome: 'paid',
        amount_fen: amountFen.toString(),
        paid_at: new Date().toISOString(),
      }),
    )
    const said = await this.#again(() =>
      post(
        `${this.#url}/api/callback/sandbox`,
        told,
        signedHeaders(sandboxSecrets.provider, told, new Date()),
      ),
    )
    if (said.status !== 200) {
      this.#refuse(said)
      return
    }
    player.depositedFen += amountFen
    this.#note(player.memberId, `deposit:${depositNo}`)
  }
}
