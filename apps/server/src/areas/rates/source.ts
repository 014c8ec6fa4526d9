// One question to a source of prices. What it answers is a price inside the stated bounds or
// nothing.
import type { Settings } from '../../kernel/environment.ts'
import { endpointProblem, outside } from '../providers/providers.ts'
import type { RateSource, RatesSetting } from './setting.ts'

type Reach = Pick<Settings, 'mode' | 'providerHosts'>
export type Price = { rate: string; at: Date }

/** A clock of a source may go before ours by so much. */
const AHEAD_MS = 60_000
/** Seconds since 1970 are below this, milliseconds are not. */
const SECONDS_BELOW = 100_000_000_000

const found = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key)
          ? (at as Record<string, unknown>)[key]
          : undefined,
      value,
    )

function momentOf(value: unknown): Date {
  const number = typeof value === 'string' && /^\d{9,14}$/.test(value) ? Number(value) : value
  if (typeof number === 'number') return new Date(number < SECONDS_BELOW ? number * 1_000 : number)
  return new Date(typeof number === 'string' ? number : Number.NaN)
}

/** A price with four decimals, floored. */
function priceOf(value: unknown, { lowest, highest }: Pick<RatesSetting, 'lowest' | 'highest'>) {
  const text = typeof value === 'number' ? String(value) : value
  const parts = typeof text === 'string' ? /^(\d{1,5})(?:\.(\d{1,20}))?$/.exec(text) : null
  if (!parts) throw new Error('答复中没有价格')
  const rate = `${parts[1]}.${(parts[2] ?? '').padEnd(4, '0').slice(0, 4)}`
  if (Number(rate) < lowest || Number(rate) > highest) throw new Error(`价格 ${rate} 超出允许范围`)
  return rate
}

/** Asks a source; throws a sentence for operators where it has no price. */
export async function askSource(
  reach: Reach,
  source: RateSource,
  { bounds, now }: { bounds: Pick<RatesSetting, 'lowest' | 'highest'>; now: Date },
): Promise<Price> {
  const problem = endpointProblem(reach, source.url.replace(/\?.*$/, ''))
  if (problem !== null)
    throw new Error(problem === 'inner' ? '地址不能指向内网' : '地址须为完整的 https 地址')
  const answer = await outside(reach, source.timeoutMs)({ method: 'GET', url: source.url })
  if (answer.status !== 200) throw new Error(`状态码 ${answer.status}`)
  let body: unknown
  try {
    body = JSON.parse(answer.body)
  } catch {
    throw new Error('答复不是 JSON')
  }
  const rate = priceOf(found(body, source.path), bounds)
  if (source.timePath === '') return { rate, at: now }
  const at = momentOf(found(body, source.timePath))
  if (Number.isNaN(at.getTime()) || at.getTime() > now.getTime() + AHEAD_MS)
    throw new Error('答复中没有价格的时间')
  return { rate, at: at < now ? at : now }
}
