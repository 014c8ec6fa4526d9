// Counters, gauges and histograms of this process, and their text in the format of Prometheus
// (docs/decisions/0088-metrics-are-text-on-a-port-of-their-own.md).

/** The values of a family's labels, in the order of their names. */
export type Labels = readonly string[]
type Kind = 'counter' | 'gauge' | 'histogram'

/** More series of one family than this are no longer told apart: a defect must not fill memory. */
const MOST_SERIES = 5_000
const BETWEEN = '\u0000'
const NAME = /^[a-z][a-z0-9_]*$/
/** Labels that the collector writes itself; ours of the same name would be renamed there. */
const RESERVED = new Set(['job', 'instance', 'le'])

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

abstract class Family<Value> {
  readonly name: string
  readonly help: string
  readonly labels: Labels
  protected readonly series = new Map<string, Value>()

  constructor(name: string, help: string, labels: Labels) {
    if (![name, ...labels].every(each => NAME.test(each)))
      throw new TypeError(`${name} is no name of a metric`)
    if (labels.some(label => RESERVED.has(label)))
      throw new TypeError(`${name} has a label that belongs to the collector`)
    this.name = name
    this.help = help
    this.labels = labels
  }

  protected abstract readonly kind: Kind
  protected abstract linesOf(labels: string, value: Value): string[]

  protected keyOf(values: Labels): string {
    if (values.length !== this.labels.length)
      throw new TypeError(`${this.name} has ${this.labels.length} labels, not ${values.length}`)
    return values.join(BETWEEN)
  }

  /** Keeps a value, unless there are too many series. */
  protected keep(key: string, value: Value): void {
    if (this.series.size < MOST_SERIES || this.series.has(key)) this.series.set(key, value)
  }

  get head(): string[] {
    return [`# HELP ${this.name} ${this.help}`, `# TYPE ${this.name} ${this.kind}`]
  }

  /** The lines of all series; `more` is a label that they carry before their own. */
  lines(more: readonly string[] = []): string[] {
    return [...this.series].flatMap(([key, value]) => {
      const values = key.split(BETWEEN)
      const pairs = this.labels.map((label, n) => pairOf(label, values[n] ?? ''))
      return this.linesOf([...more, ...pairs].join(','), value)
    })
  }
}

const pairOf = (label: string, value: string) => `${label}="${escaped(value)}"`

const lineOf = (name: string, labels: string, value: number) =>
  `${name}${labels === '' ? '' : `{${labels}}`} ${value}`

/** What only grows, as long as the process lives. */
export class Counter extends Family<number> {
  protected readonly kind = 'counter'

  add(values: Labels = [], by = 1): void {
    const key = this.keyOf(values)
    this.keep(key, (this.series.get(key) ?? 0) + by)
  }

  protected linesOf(labels: string, value: number) {
    return [lineOf(this.name, labels, value)]
  }
}

/** What stands at some value now. */
export class Gauge extends Family<number> {
  protected readonly kind = 'gauge'

  set(value: number, values: Labels = []): void {
    this.keep(this.keyOf(values), value)
  }

  /** These and no other series stand from now on. */
  replace(all: Iterable<readonly [values: Labels, value: number]>): void {
    this.series.clear()
    for (const [values, value] of all) this.set(value, values)
  }

  protected linesOf(labels: string, value: number) {
    return [lineOf(this.name, labels, value)]
  }
}

type Counted = { counts: number[]; sum: number; count: number }

/** How values spread, in seconds. */
export class Histogram extends Family<Counted> {
  protected readonly kind = 'histogram'
  readonly bounds: readonly number[]

  constructor(name: string, help: string, labels: Labels, bounds: readonly number[]) {
    super(name, help, labels)
    this.bounds = bounds
  }

  observe(value: number, values: Labels = []): void {
    const key = this.keyOf(values)
    let counted = this.series.get(key)
    if (!counted) {
      counted = { counts: this.bounds.map(() => 0), sum: 0, count: 0 }
      this.keep(key, counted)
    }
    const at = this.bounds.findIndex(bound => value <= bound)
    if (at >= 0) counted.counts[at] = (counted.counts[at] ?? 0) + 1
    counted.sum += value
    counted.count++
  }

  protected linesOf(labels: string, { counts, sum, count }: Counted) {
    const before = labels === '' ? '' : `${labels},`
    let upTo = 0
    return [
      ...this.bounds.map((bound, n) => {
        upTo += counts[n] ?? 0
        return lineOf(`${this.name}_bucket`, `${before}le="${bound}"`, upTo)
      }),
      lineOf(`${this.name}_bucket`, `${before}le="+Inf"`, count),
      lineOf(`${this.name}_sum`, labels, sum),
      lineOf(`${this.name}_count`, labels, count),
    ]
  }
}

/** Seconds of what members wait for. */
export const CALL_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Seconds of a statement, or of waiting for a connection. */
export const STATEMENT_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5]

type AnyFamily = Counter | Gauge | Histogram

/** All families of the process. A family is made once; asking again answers the same. */
export class Metrics {
  private readonly families = new Map<string, AnyFamily>()
  private readonly refreshing: (() => void)[] = []

  counter(name: string, help: string, labels: Labels = []): Counter {
    return this.family(name, Counter, () => new Counter(name, help, labels))
  }

  gauge(name: string, help: string, labels: Labels = []): Gauge {
    return this.family(name, Gauge, () => new Gauge(name, help, labels))
  }

  histogram(
    name: string,
    help: string,
    labels: Labels = [],
    bounds: readonly number[] = CALL_BOUNDS,
  ): Histogram {
    return this.family(name, Histogram, () => new Histogram(name, help, labels, bounds))
  }

  /** Brings up to date what is not counted as it happens, before each collection. */
  collect(refresh: () => void): void {
    this.refreshing.push(refresh)
  }

  text(): string {
    return mergedText('', this, [])
  }

  /** Every family as it stands now. */
  current(): AnyFamily[] {
    for (const refresh of this.refreshing) refresh()
    return [...this.families.values()]
  }

  private family<F extends AnyFamily>(
    name: string,
    type: abstract new (...given: never[]) => F,
    make: () => F,
  ): F {
    const known = this.families.get(name)
    if (known instanceof type) return known
    if (known) throw new TypeError(`${name} is a metric of another kind`)
    const made = make()
    this.families.set(name, made)
    return made
  }
}

/**
 * Several registries as one text: each family is described once, and the lines of `others` carry
 * whose they are in the label `by`.
 */
export function mergedText(
  by: string,
  own: Metrics,
  others: readonly (readonly [name: string, metrics: Metrics])[],
): string {
  const families = new Map<string, { head: string[]; lines: string[] }>()
  const add = (metrics: Metrics, more: string[]) => {
    for (const family of metrics.current()) {
      const known = families.get(family.name) ?? { head: family.head, lines: [] }
      known.lines.push(...family.lines(more))
      families.set(family.name, known)
    }
  }
  add(own, [])
  for (const [name, metrics] of others) add(metrics, [pairOf(by, name)])
  const inOrder = [...families].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `${inOrder.flatMap(([, { head, lines }]) => [...head, ...lines]).join('\n')}\n`
}
