// Values of settings with one leaf set, valid as a whole.
import type { Leaf } from './leaves.ts'

export type Value = number | string
type Fields = Record<string, unknown>

/** Names that stand beside each other, the lower first; `ends` where they may not be equal. */
const PAIRS: { low: string; high: string; ends?: [least: Value, most: Value] }[] = [
  { low: 'minFen', high: 'maxFen' },
  { low: 'drawMinFen', high: 'drawMaxFen' },
  { low: 'startDay', high: 'endDay' },
  { low: 'opens', high: 'closes', ends: ['00:00', '23:59'] },
  { low: 'lowest', high: 'highest', ends: [0.0001, 10_000] },
  { low: 'from', high: 'until', ends: ['2000-01-01 00:00', '2099-12-31 23:59'] },
]

/** Moves the other end of a range out of the way of the one that was set. */
function makeRoom(fields: Fields, name: string) {
  for (const { low, high, ends } of PAIRS) {
    const [least, most] = [fields[low], fields[high]] as [Value | null, Value | null]
    if ((name !== low && name !== high) || !least || !most || least < most) continue
    // Hours run over midnight.
    if (high === 'until' && String(least).length < 16) continue
    if (name === low) fields[high] = ends ? ends[1] : least
    else fields[low] = ends ? ends[0] : most
  }
}

/** Sets a leaf in place; of a list, in its last row. */
export function setLeaf(value: unknown, keys: string[], to: unknown): unknown {
  const [key, ...rest] = keys
  if (key === undefined) return to
  if (key === '*') {
    const list = value as unknown[]
    if (list.length === 0) throw new Error('a list without a row')
    list[list.length - 1] = setLeaf(list.at(-1), rest, to)
    return value
  }
  const fields = (value ?? {}) as Fields
  fields[key] = setLeaf(fields[key], rest, to)
  if (rest.length === 0) makeRoom(fields, key)
  return fields
}

/** The path of the leaf in a value, as an issue names it. */
export function issuePath(value: unknown, keys: string[]): string {
  let at = value
  return keys
    .map(key => {
      const name = key === '*' ? String((at as unknown[]).length - 1) : key
      at = (at as Fields | undefined)?.[name]
      return name
    })
    .join('.')
}

const MINUTE_OF_DAY = 24 * 60

/** A moment so many steps later: minutes of an hour, days of a day; figures in their own step. */
export function moved(value: Value, steps: number, unit = 1): Value {
  if (typeof value === 'number') return Number((value + steps * unit).toFixed(4))
  if (value.length === 16) {
    const at = new Date(`${value.replace(' ', 'T')}:00Z`).getTime() + steps * unit * 60_000
    return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  }
  if (value.includes(':')) {
    const [hour, minute] = value.split(':').map(Number) as [number, number]
    const at = (hour * 60 + minute + steps * unit + MINUTE_OF_DAY) % MINUTE_OF_DAY
    return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
  }
  const day = new Date(`${value}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + steps * unit)
  return day.toISOString().slice(0, 10)
}

/** The step of a figure with decimals. */
const PRICES = ['usdtrate', 'withdrawusdtrate', 'lowest', 'highest', 'rate']
const decimal = (name = '') => (PRICES.includes(name) ? 0.0001 : 0.01)
export const stepOf = ({ whole, keys }: Leaf): number => (whole ? 1 : decimal(keys.at(-1)))
