import { isChannelCode } from '@tianping/contract/channels/facts'
import { DAY_MS, beijingDay } from '@tianping/money/day'
import { call } from '../../app/api.ts'

/** The first link of advertising that was opened here; no later one takes its place. */
const FIRST = 'firstLink'
/** The link whose visit was counted last, and on which day: one visit a day. */
const VISITED = 'linkVisit'
const KEPT_DAYS = 30

/** The code that was kept, unless it is too old. */
function keptCode(): string {
  const [code = '', at = '0'] = (localStorage.getItem(FIRST) ?? '').split(' ')
  const isFresh = Date.now() - Number(at) < KEPT_DAYS * DAY_MS
  return isFresh && isChannelCode(code) ? code : ''
}

/**
 * Keeps the code of a link of advertising for a registration within 30 days, and counts the visit.
 * Nothing is said of a failure.
 */
export function noteLink(pid: string): void {
  const code = pid.toUpperCase()
  if (!isChannelCode(code)) return
  if (keptCode() === '') localStorage.setItem(FIRST, `${code} ${Date.now()}`)
  const visit = `${code} ${beijingDay(new Date())}`
  if (localStorage.getItem(VISITED) === visit) return
  localStorage.setItem(VISITED, visit)
  void call('POST /api/channel/visit', { code }).catch(() => undefined)
}

/** What a registration is sent with: an invite code as the address has it, else the first link. */
export const pidOf = (pid: string): string =>
  pid !== '' && !isChannelCode(pid.toUpperCase()) ? pid : keptCode() || pid

export const forgetLink = (): void => localStorage.removeItem(FIRST)
