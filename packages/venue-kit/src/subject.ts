// The venue under examination, with the words in which cases speak to it.
import {
  calls,
  envelope,
  targetOf,
  VENUE_ERRORS,
  type VenueAnswer,
  type VenueCallName,
  type VenueErrorCode,
} from '@tianping/venue-protocol'
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Driver, Opened } from './driver.ts'
import { exchange, type Account, type Exchange, type Twist, type Wanted } from './exchange.ts'

/** A rule that the venue broke. */
export class Broken extends Error {}

export function hold(kept: unknown, rule: string): asserts kept {
  if (!kept) throw new Broken(rule)
}

/** Compares by value; what differs is said. */
export function same(found: unknown, wanted: unknown, what: string) {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
  hold(a === b, `${what}: ${a}, expected ${b}`)
}

type Fields = Record<string, unknown>

/** How long the kit waits before it asks again. */
export const POLL_MS = 200

export class Subject {
  readonly account: Account
  readonly driver: Partial<Driver>
  /** What was said in the case that runs. */
  seen: Exchange[] = []
  private made = 0
  private readonly run = randomBytes(4).toString('hex')

  constructor(account: Account, driver: Partial<Driver>) {
    this.account = account
    this.driver = driver
  }

  name = (kind: string) => `KIT-${this.run}-${kind}${++this.made}`

  async send(wanted: Wanted, twist?: Twist): Promise<Exchange> {
    const seen = await exchange(this.account, wanted, twist)
    this.seen.push(seen)
    return seen
  }

  ask(name: VenueCallName, input: Fields, twist?: Twist) {
    const { path, body } = targetOf(calls[name], input)
    return this.send({ method: calls[name].method, path }, { raw: body, ...twist })
  }

  /** The data of a call that has to succeed: signed, enveloped and in the shape of the protocol. */
  async data<N extends VenueCallName>(name: N, input: Fields): Promise<VenueAnswer<N>> {
    return dataOf(name, await this.ask(name, input))
  }

  /** Whether the venue names a feature of v1.1. */
  async has(feature: string): Promise<boolean> {
    return ((await this.data('health', {})).features ?? []).includes(feature)
  }

  async player(fen = 0): Promise<string> {
    const player = this.name('p')
    await this.data('putPlayer', { player, nickname: '测试 kit', currency: 'CNY' })
    if (fen > 0) await this.moveIn(player, fen)
    return player
  }

  moveIn = (player: string, amount: number, ref = this.name('in')) =>
    this.data('transfer', { ref, player, direction: 'IN', amount })

  async balance(player: string): Promise<number> {
    return Number((await this.data('balance', { player })).available)
  }

  /** The venue's clock, by which its deadlines go. */
  async clock(): Promise<number> {
    return Date.parse((await this.data('health', {})).time)
  }

  async game(): Promise<VenueAnswer<'games'>['items'][number]> {
    const { items } = await this.data('games', {})
    const { game } = this.account
    const found = items.find(each => game === undefined || each.game_code === game)
    hold(found, `the venue lists ${game ?? 'a game'}`)
    return found
  }

  async launch(player: string, more: Fields = {}) {
    const { game_code } = await this.game()
    const lobby_url = 'https://member.example/lobby'
    return this.data('launch', { player, game_code, lobby_url, lang: 'zh-Hans', ...more })
  }

  /** Opens a launch by the driver. */
  async opened(player: string, more: Fields = {}): Promise<Opened> {
    const { url } = await this.launch(player, more)
    return need(this.driver.open)(url)
  }

  /** The least stake of the game: every game takes it. */
  async stake(): Promise<number> {
    return Number((await this.game()).min_stake)
  }

  /** Every record from a cursor on, page by page. */
  async feed(after: bigint, limit = 1_000) {
    const items: VenueAnswer<'bets'>['items'] = []
    for (let cursor = after, pages = 0; pages < 10_000; pages += 1) {
      const page = await this.data('bets', { after: cursor, limit })
      items.push(...page.items)
      cursor = page.next_cursor
      if (!page.has_more) return { items, cursor }
    }
    throw new Broken('the feed ends')
  }

  /** The end of the feed, without reading all of it into memory. */
  async end(): Promise<bigint> {
    return (await this.feed(0n)).cursor
  }

  /** Signals are read until one fits, for ten seconds. */
  async signal(fits: (each: Signal) => boolean): Promise<Signal | null> {
    const until = Date.now() + 10_000
    for (;;) {
      const found = (await this.signals()).find(fits)
      if (found || Date.now() > until) return found ?? null
      await pause(POLL_MS)
    }
  }

  async signals(): Promise<Signal[]> {
    const { signals } = await this.data('bets', {
      after: Number.MAX_SAFE_INTEGER % 1e15,
      limit: 1,
    })
    return signals ?? []
  }
}

export type Signal = NonNullable<VenueAnswer<'bets'>['signals']>[number]

/** What the driver can do; a case that needs it says so, and is not run without it. */
export function need<T>(skill: T | undefined): T {
  if (skill === undefined) throw new Error('the driver cannot do this')
  return skill
}

const said = ({ answer, broken }: Exchange) =>
  answer ? `HTTP ${answer.status} ${answer.body.slice(0, 200)}` : `no answer (${broken})`

export function envelopeOf(seen: Exchange) {
  hold(seen.answer, `an answer comes: ${said(seen)}`)
  let body: unknown
  try {
    body = JSON.parse(seen.answer.body)
  } catch {
    throw new Broken(`the answer is JSON: ${said(seen)}`)
  }
  const read = envelope.safeParse(body)
  hold(read.success, `the answer is an envelope of code, message, data, request_id: ${said(seen)}`)
  return read.data
}

export function dataOf<N extends VenueCallName>(name: N, seen: Exchange): VenueAnswer<N> {
  const { code, data } = envelopeOf(seen)
  hold(code === 0 && seen.answer?.status === 200, `HTTP 200 and code 0: ${said(seen)}`)
  hold(seen.signed, 'the answer is signed with the nonce of the request, its status and method')
  const read = calls[name].answer.safeParse(data)
  const [issue] = read.error?.issues ?? []
  hold(read.success, `data of ${name}: ${issue?.path.join('.')} ${issue?.message}`)
  return read.data as VenueAnswer<N>
}

/** A refusal with one of these codes, its status, and the venue's signature. */
export function refused(seen: Exchange, codes: readonly VenueErrorCode[], signed = true) {
  const { code } = envelopeOf(seen)
  const wanted = codes.join(' or ')
  hold(
    codes.some(each => each === code),
    `code ${wanted}: ${said(seen)}`,
  )
  const status = seen.answer?.status ?? 0
  const allowed = [
    VENUE_ERRORS[code as VenueErrorCode].status,
    ...(code === 2000 ? [404, 413] : []),
  ]
  hold(
    allowed.some(each => each === status),
    `HTTP ${allowed[0]} with code ${code}: ${said(seen)}`,
  )
  if (signed) hold(seen.signed, 'a refusal is signed as well, with its status')
}

/** Something that the driver must not get through. */
export async function stopped(work: Promise<unknown>, rule: string) {
  const passed = await work.then(
    () => true,
    () => false,
  )
  hold(!passed, rule)
}
