// What was scraped before, during and after a breakdown, played to promtool as if each state had
// lasted for minutes: gauges stand, and what counted goes on at the pace that was measured.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from '../../root.ts'
import { familyOf, grows, type Scrape } from './scrape.ts'

export type Breakdown = { alert: string; before: Scrape; during: Scrape; after: Scrape }

export const RULES = inRoot('deploy/prometheus/rules.yml')
const STEP_S = 15
const STEPS = { before: 60, during: 60, after: 80 }
const METRIC = /\b(?:tianping|process)_[a-z_]+|\bup\b/g

/** The expression of each alert. */
export const expressions = (): Map<string, string> =>
  new Map(
    [...readFileSync(RULES, 'utf8').matchAll(/- alert: (\w+)\n\s+expr: '(.+)'\n/g)].map(
      ([, alert = '', expression = '']) => [alert, expression],
    ),
  )

const missing = (steps: number) => `_x${steps}`
const standing = (value: number | undefined, steps: number) =>
  value === undefined ? missing(steps) : `${value}x${steps - 1}`

/** The values of one series over the three states. */
function valuesOf(series: string, { before, during, after }: Breakdown): string {
  const [was, is, will] = [before, during, after].map(each => each?.values.get(series))
  if (!before || !during || !grows(series, during))
    return [
      standing(was, STEPS.before),
      standing(is, STEPS.during),
      standing(will, STEPS.after),
    ].join(' ')
  const [from, to] = [was ?? 0, is ?? was ?? 0]
  const seconds = Math.max(1, (during.at - before.at) / 1_000)
  const step = (Math.max(0, to - from) / seconds) * STEP_S
  const last = from + step * STEPS.during
  return [
    `${from}x${STEPS.before - 1}`,
    `${from + step}+${step}x${STEPS.during - 1}`,
    `${last}x${STEPS.after - 1}`,
  ].join(' ')
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const withPlace = (series: string) =>
  series.endsWith('}')
    ? `${series.slice(0, -1)},job="tianping",instance="drill"}`
    : `${series}{job="tianping",instance="drill"}`

function groupOf(breakdown: Breakdown, expression: string): string {
  const names = new Set((expression.match(METRIC) ?? []).map(familyOf))
  const all = new Set(
    [breakdown.before, breakdown.during, breakdown.after].flatMap(each => [
      ...(each?.values.keys() ?? []),
    ]),
  )
  const up = [breakdown.before, breakdown.during, breakdown.after].map(each => (each ? 1 : 0))
  const series = [
    {
      name: 'up{job="tianping",instance="drill"}',
      values: `${up[0]}x${STEPS.before - 1} ${up[1]}x${STEPS.during - 1} ${up[2]}x${STEPS.after - 1}`,
    },
    ...[...all]
      .filter(each => names.has(familyOf(each)))
      .map(each => ({ name: withPlace(each), values: valuesOf(each, breakdown) })),
  ]
  const ends = [
    STEPS.before,
    STEPS.before + STEPS.during,
    STEPS.before + STEPS.during + STEPS.after,
  ]
  const firing = `clamp_max(count(ALERTS{alertname="${breakdown.alert}",alertstate="firing"}), 1) or vector(0)`
  return [
    `  - interval: ${STEP_S}s`,
    `    name: ${breakdown.alert}`,
    '    input_series:',
    ...series.flatMap(({ name, values }) => [
      `      - series: ${quoted(name)}`,
      `        values: ${quoted(values)}`,
    ]),
    '    promql_expr_test:',
    ...[0, 1, 0].flatMap((value, n) => [
      `      - expr: ${quoted(firing)}`,
      `        eval_time: ${((ends[n] ?? 0) - 1) * STEP_S}s`,
      `        exp_samples: [{ labels: '{}', value: ${value} }]`,
    ]),
  ].join('\n')
}

/** What promtool says of a breakdown: empty where its alert was silent, fired and ended. */
export function replay(breakdown: Breakdown): string {
  const expression = expressions().get(breakdown.alert)
  if (expression === undefined) return 'no such alert'
  const file = join(mkdtempSync(join(tmpdir(), 'tianping-alerts-')), `${breakdown.alert}.test.yml`)
  writeFileSync(
    file,
    [
      `rule_files: [${RULES}]`,
      `evaluation_interval: ${STEP_S}s`,
      'tests:',
      groupOf(breakdown, expression),
      '',
    ].join('\n'),
  )
  return promtool('test', 'rules', file)
}

/** Runs promtool; answers what it complains of. */
export function promtool(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { encoding: 'utf8' })
  if (error) return `promtool: ${error.message}; it comes with the package "prometheus"`
  return status === 0 ? '' : `${stdout}${stderr}`.trim().slice(0, 1_500)
}
