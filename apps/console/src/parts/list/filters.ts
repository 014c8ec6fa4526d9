/**
 * The filters of a list with the value that stands for "not given"; a number stays a number, a text
 * a text.
 */
export type Filters = Record<string, string | number>

const textLimit = 300
const numeral = /^\d{1,9}$/

/**
 * The filters an address names. What is missing or makes no sense counts as not given. `apart`
 * stands before the names of a list that shares its address with another one.
 */
export function readFilters<F extends Filters>(defaults: F, search: string, apart = ''): F {
  const query = new URLSearchParams(search)
  const read = (name: string, fallback: string | number) => {
    const raw = query.get(apart + name)
    if (raw === null) return fallback
    if (typeof fallback === 'string') return raw.trim().slice(0, textLimit)
    return numeral.test(raw) ? Number(raw) : fallback
  }
  return Object.fromEntries(
    Object.entries(defaults).map(([name, fallback]) => [name, read(name, fallback)]),
  ) as F
}

/** The names of the filters, as the address says them, without those whose value is nonsense. */
export function understood(defaults: Filters, search: string, apart = ''): string[] {
  const query = new URLSearchParams(search)
  const makesSense = ([name, fallback]: [string, string | number]) =>
    typeof fallback === 'string' || numeral.test(query.get(apart + name) ?? '0')
  return Object.entries(defaults)
    .filter(makesSense)
    .map(([name]) => apart + name)
}

/**
 * `search` with these filters written into it: defaults are left out, what belongs to others stays.
 */
export function writeFilters<F extends Filters>(
  defaults: F,
  filters: Partial<F>,
  search: string,
  apart = '',
): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(filters)) {
    if (!Object.hasOwn(defaults, name)) continue
    if (value === undefined || value === defaults[name]) query.delete(apart + name)
    else query.set(apart + name, String(value))
  }
  return query.toString()
}
