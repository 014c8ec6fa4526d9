/** One answer of the metrics port, or null where none came. */
export type Scrape = { at: number; values: Map<string, number>; kinds: Map<string, string> } | null

const PATIENCE_MS = 8_000

/** Reads the text format: series with their labels as they stand, and the kinds of families. */
export async function scrape(port: number): Promise<Scrape> {
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const text = await fetch(`http://127.0.0.1:${port}/metrics`, { signal }).then(
    answer => answer.text(),
    () => null,
  )
  if (text === null) return null
  const values = new Map<string, number>()
  const kinds = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, family, kind] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
    if (family && kind) kinds.set(family, kind)
    const at = line.lastIndexOf(' ')
    if (line !== '' && !line.startsWith('#')) values.set(line.slice(0, at), Number(line.slice(at)))
  }
  return { at: performance.now(), values, kinds }
}

const PARTS = /_(?:bucket|sum|count)$/

/** The name of a series' family, as rules write it without the part of a histogram. */
export const familyOf = (series: string): string => {
  const name = series.replace(/\{.*$/, '')
  return name.replace(PARTS, '')
}

/** Whether a series only grows. */
export function grows(series: string, { kinds }: NonNullable<Scrape>): boolean {
  const name = series.replace(/\{.*$/, '')
  return (kinds.get(name) ?? kinds.get(familyOf(series))) !== 'gauge'
}
