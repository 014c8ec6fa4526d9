// Links to help are looked at every day; one that fails is tried again hourly and raises an alert.
import type { Services } from '../../kernel/http/services.ts'
import { dropLinks, dueLinks, noteLink, protectionSetting } from '../protection/protection.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const TIMEOUT_MS = 10_000
/** So many tries in a row are no passing weakness of the other side. */
const DEAD_AFTER = 3

/** Empty where the page answers, or leads on; only its status is read, and it is not followed. */
async function errorOf(url: string): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(url, { redirect: 'manual', signal })
    await answer.body?.cancel()
    return answer.status < 400 ? '' : `HTTP ${answer.status}`
  } catch (error) {
    return (error as Error).name
  }
}

/** Answers how many links it looked at. */
export async function checkHelpLinks({
  db,
  clock,
  log,
  events,
}: Pick<Services, 'db' | 'clock' | 'log' | 'events'>): Promise<number> {
  const { helpUrl, blockers } = await protectionSetting(db)
  const urls = [...new Set([helpUrl, ...blockers.map(({ url }) => url)].filter(Boolean))]
  await dropLinks(db, urls)
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const due = await dueLinks(db, { urls, okBefore: ago(DAY_MS), failedBefore: ago(HOUR_MS) })
  for (const url of due) {
    const error = await errorOf(url)
    const failures = await noteLink(db, { url, at: clock.now(), error })
    if (failures < DEAD_AFTER) continue
    log.warn({ url, error, failures }, 'link to help does not answer')
    events.note({ kind: 'help_link', subject: `link:${new URL(url).host}`, address: '' })
  }
  return due.length
}
