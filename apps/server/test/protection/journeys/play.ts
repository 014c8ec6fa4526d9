// What goes on at the venue: games are opened and played, rounds go on, calls are disturbed.
import { run, sql } from '@tianping/database'
import { niuniu } from '../../../../venue/games/niuniu/model/niuniu.ts'
import { advance } from '../../../../venue/server/rounds/advance.ts'
import { numberAt } from '../../../../venue/server/rounds/timetable.ts'
import { arm } from '../../support/venue.ts'
import {
  below,
  chance,
  clock,
  count,
  next,
  note,
  pick,
  some,
  venue,
  venueDb,
  type Code,
  type Member,
  type Seat,
} from './world.ts'

type Answer = { code: number; message: string; data: Record<string, unknown> | null }
/** One call of a game's page; null where the connection broke. */
async function page(path: string, token: string, body: object | null): Promise<Answer | null> {
  return fetch(`${venue.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  }).then(
    answer => answer.json() as Promise<Answer>,
    () => null,
  )
}

/** Opens a game whose address was handed out, at once or much later. */
export async function sit(of: Member): Promise<void> {
  const old = chance(0.1)
  const address = old ? of.addresses.shift() : of.addresses.pop()
  if (!address) return
  const opened = await page('/api/session', '', { token: address.token })
  const token = opened?.data?.['token']
  note(`${of.memberId} sits at ${address.code} ${opened?.code} ${opened?.message}`)
  count(`game opened ${opened?.code}`)
  if (typeof token === 'string') of.seats.push({ code: address.code, token })
}

/** The table's clock is the site's, and what is due there is done. */
export async function turnTable(): Promise<void> {
  await run(venueDb, sql`update round_clock set stands_at = ${clock.now()}`)
  await advance(venue.venue, niuniu)
}

const stakes: Record<Code, number[]> = {
  FG: [100, 500, 1_000],
  PP: [100, 500, 1_000],
  QIPAI: [1_000, 2_000, 5_000],
}
async function stake(seat: Seat): Promise<Answer | null> {
  const client_bet_id = `journey-${next()}`
  const amount = pick(stakes[seat.code])
  if (seat.code !== 'QIPAI') return page('/api/bets', seat.token, { client_bet_id, stake: amount })
  await turnTable()
  const round = numberAt(niuniu, clock.now().getTime())
  const lines = [{ pick: pick(['tian', 'di', 'xuan']), stake: amount }]
  return page('/api/tickets', seat.token, { client_bet_id, round, lines })
}

/** A bet in a game that is open, or was. */
export async function play(of: Member): Promise<void> {
  const seat = chance(0.7) ? of.seats.at(-1) : some(of.seats)
  if (!seat) return
  let said = await stake(seat)
  if (said?.code === 4101) {
    await page('/api/reality', seat.token, {})
    said = await stake(seat)
  }
  note(`${of.memberId} bets at ${seat.code} ${said?.code} ${said?.message}`)
  count(`bet ${said?.code}`)
  if (said?.code === 4002 || said?.code === 4106) of.seats = of.seats.filter(each => each !== seat)
}

const ENDPOINTS = ['transfer', 'transferState', 'finalize', 'balance', 'bets', 'kick', 'launch']
const KINDS = ['drop_before', 'drop_after', 'error_after', 'truncate', 'bad_signature']
/** How often the venue does not answer in time at all; that costs eight seconds. */
const SILENT = 0.004

/** The next few calls of one kind are lost, answered wrongly, or answered late. */
export function disturb(): void {
  const endpoint = pick(ENDPOINTS)
  if (chance(SILENT)) return arm(venue, { kind: 'delay', endpoint, delay_ms: 9_000, count: 1 })
  const late = chance(0.2)
  const kind = late ? 'delay' : pick(KINDS)
  note(`venue: ${kind} at ${endpoint}`)
  arm(venue, {
    kind,
    endpoint,
    count: 1 + below(3),
    ...(late ? { delay_ms: 20 + below(60) } : {}),
  })
}
export const calm = () => venue.venue.faults?.clear()
