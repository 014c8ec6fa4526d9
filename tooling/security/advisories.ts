// `npm run advisories`: asks the registry for advisories about what ships, and fails when there is
// one that nobody has looked at. A registry that cannot be asked is said, and fails nothing.
import { spawnSync } from 'node:child_process'
import { root } from '../root.ts'

const TIMEOUT_MS = 60_000

export type Accepted = {
  /** The advisory's address, as the registry names it. */
  url: string
  /** Why it does not concern what ships, or what stands in the way of an upgrade. */
  reason: string
  /** The last day on which that counts, `YYYY-MM-DD`. */
  until: string
}

/** Advisories that were looked at; each counts until its day. */
export const accepted: readonly Accepted[] = []

type Via = { url: string; title: string; severity: string; name: string }
export type Report = { vulnerabilities: Record<string, { via: (Via | string)[] }> }
export type Advisory = Via & { expired: string | null }

/** The registry's answer; null when it did not give one. */
export function reportOf(output: string): Report | null {
  try {
    const read = JSON.parse(output) as Partial<Report>
    return read.vulnerabilities ? (read as Report) : null
  } catch {
    return null
  }
}

/** What nobody has accepted, or accepted until a day that is over. */
export function openAdvisories(
  { vulnerabilities }: Report,
  known: readonly Accepted[],
  today: string,
): Advisory[] {
  const found = Object.values(vulnerabilities)
    .flatMap(({ via }) => via)
    .filter(each => typeof each !== 'string')
  const once = new Map(found.map(each => [each.url, each]))
  return [...once.values()].flatMap(each => {
    const until = known.find(({ url }) => url === each.url)?.until
    if (until !== undefined && today <= until) return []
    return [{ ...each, expired: until ?? null }]
  })
}

function ask(): void {
  const { stdout, error } = spawnSync(
    'npm',
    ['audit', '--omit=dev', '--json', '--fetch-retries=0'],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: TIMEOUT_MS,
      shell: process.platform === 'win32',
    },
  )
  const report = reportOf(stdout ?? '')
  if (!report) {
    const why = error?.message ?? /"message": "(.*)"/.exec(stdout)?.[1] ?? 'no answer'
    console.log(`The registry could not be asked for advisories (${why}). Nothing was checked.`)
    return
  }
  const open = openAdvisories(report, accepted, new Date().toISOString().slice(0, 10))
  for (const { name, severity, title, url, expired } of open)
    console.error(
      `${name}: ${title} (${severity}) ${url}${expired ? `, accepted until ${expired}` : ''}`,
    )
  console.log(
    open.length === 0 ? 'No open advisories about what ships.' : `${open.length} open advisories.`,
  )
  process.exitCode = open.length === 0 ? 0 : 1
}

if (import.meta.main) ask()
