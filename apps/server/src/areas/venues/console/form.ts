// What an operator typed about a connection, as its next version; refuses the first field that does
// not fit.
import type { ConsolePayload } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import { venueAdapterNames, type VenueAdapterName } from '@tianping/contract/venues/facts'
import { parseYuan } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { clockTime } from '../../../kernel/setting.ts'
import type { ConnectionValue } from '../connect/setting.ts'

type Body = ConsolePayload<'POST /api/console/venues/connect'>

const isAdapter = (name: string): name is VenueAdapterName => Object.hasOwn(venueAdapterNames, name)

const bounds = {
  feed_seconds: { label: '注单读取间隔（秒）', min: 1, max: 60 },
  window_day: { label: '维护日', min: 0, max: 7 },
} as const

function numberOf(body: Body, field: keyof typeof bounds): number {
  const { label, min, max } = bounds[field]
  const value = body[field]
  if (value < min || value > max)
    throw new Refusal(say('venue.number', { label, min, max }), { field })
  return value
}

const limits = { max_transfer: '单次转入上限', exposure: '会员余额总上限' } as const
const MOST_FEN = 1_000_000_000_000n

function limitOf(body: Body, field: keyof typeof limits): number {
  const fen = Number(body[field]) === 0 ? 0n : parseYuan(body[field])
  if (fen === null || fen < 0n || fen > MOST_FEN)
    throw new Refusal(say('venue.limit_format', { label: limits[field] }), { field })
  return Number(fen)
}

function timeOf(body: Body, field: 'window_from' | 'window_until'): string {
  if (!clockTime.safeParse(body[field]).success)
    throw new Refusal(say('venue.window_format'), { field })
  return body[field]
}

/** A key of another adapter is none. */
const keptOf = ({ adapter }: Body, before: ConnectionValue | null) =>
  before?.adapter === adapter
    ? { key: before.key, previousKey: before.previousKey }
    : { key: 0, previousKey: 0 }

export function connectionOf(body: Body, before: ConnectionValue | null): ConnectionValue {
  const { adapter, endpoint, merchant } = body
  if (!isAdapter(adapter)) throw new Refusal(say('venue.adapter_unknown'), { field: 'adapter' })
  return {
    adapter,
    endpoint: adapter === 'sandbox' ? '' : endpoint,
    merchant: adapter === 'sandbox' ? '' : merchant,
    currency: 'CNY',
    feedSeconds: numberOf(body, 'feed_seconds'),
    maxTransferFen: limitOf(body, 'max_transfer'),
    exposureFen: limitOf(body, 'exposure'),
    windowDay: numberOf(body, 'window_day'),
    windowFrom: timeOf(body, 'window_from'),
    windowUntil: timeOf(body, 'window_until'),
    ...keptOf(body, before),
  }
}
