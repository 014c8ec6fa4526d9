// Releases of levels with personal perks. One operator records three dated checks, another approves
// them; the daily review alone lifts a level
// (docs/decisions/0084-levels-with-perks-wait-for-a-release.md).
import { reviewState } from '@tianping/contract/facts'
import { say } from '@tianping/contract/refusals'
import { releaseChecks, type ReleaseCheck } from '@tianping/contract/vip/facts'
import type { Tx } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { existing, Refusal } from '../../kernel/http/refusal.ts'
import { checksFromNow, releaseRule, type ReleaseRule } from './vipSetting.ts'
import {
  decideRelease,
  endRelease,
  insertRelease,
  isWithheld,
  lockLevel,
  lockRelease,
  stopWaiting,
  type Checks,
  type NewRelease,
  type Release,
} from './store/release.sql.ts'

const checkNames = Object.keys(releaseChecks) as ReleaseCheck[]
const dayOf = (checks: Checks, name: ReleaseCheck) => checks[`${name}On`]

/** Refuses checks that are too old on the day. */
function refuseOld(checks: Checks, rule: ReleaseRule, now: Date) {
  const since = checksFromNow(rule, now)
  const old = checkNames.find(name => dayOf(checks, name) < since)
  if (old)
    throw new Refusal(say('vip.check_old', { check: releaseChecks[old], days: rule.days }), {
      field: `${old}_on`,
    })
}

function refuseIncomplete(checks: Checks, now: Date) {
  for (const name of checkNames) {
    const check = releaseChecks[name]
    if (dayOf(checks, name) === '' || checks[name] === '')
      throw new Refusal(say('vip.check_missing', { check }), { field: name })
    if (dayOf(checks, name) > beijingDay(now))
      throw new Refusal(say('vip.check_day', { check }), { field: `${name}_on` })
  }
}

/** Records the checks of a member for the next level; answers the number of the release. */
export async function recordRelease(tx: Tx, n: NewRelease): Promise<bigint> {
  refuseIncomplete(n, n.at)
  const rule = await releaseRule(tx)
  const vip = existing(await lockLevel(tx, n.memberId), 'member.not_found')
  if (n.vip !== vip + 1) throw new Refusal(say('vip.not_next', { vip }))
  if (rule === null || n.vip < rule.from) throw new Refusal(say('vip.no_release', { vip: n.vip }))
  refuseOld(n, rule, n.at)
  const made = await insertRelease(tx, n)
  if (!made) throw new Refusal(say('vip.release_open'))
  return made.releaseId
}

export type Deciding = { id: number; by: string; at: Date; remark: string }

async function lockOpen(tx: Tx, id: number): Promise<Release> {
  const found = existing(await lockRelease(tx, id), 'vip.release_not_found')
  if (found.state !== reviewState.waiting) throw new Refusal(say('vip.release_decided'))
  return found
}

/**
 * The second person. Refused for a member who gets no perks now, with one sentence for every
 * reason: a case of suspected laundering is nothing that this operator may know of.
 */
export async function approveRelease(tx: Tx, { id, by, at, remark }: Deciding): Promise<Release> {
  const found = await lockOpen(tx, id)
  if (found.recordedBy === by) throw new Refusal(say('vip.release_own'))
  const rule = await releaseRule(tx)
  if (rule === null) throw new Refusal(say('vip.no_release', { vip: found.vip }))
  refuseOld(found, rule, at)
  if (await isWithheld(tx, found.memberId, at)) throw new Refusal(say('vip.not_now'))
  const { releaseId, memberId } = found
  await decideRelease(tx, { releaseId, state: reviewState.approved, by, at, remark })
  await stopWaiting(tx, memberId)
  return found
}

export async function rejectRelease(tx: Tx, { id, by, at, remark }: Deciding): Promise<Release> {
  const found = await lockOpen(tx, id)
  const { releaseId } = found
  await decideRelease(tx, { releaseId, state: reviewState.rejected, by, at, remark })
  return found
}

/** Takes back what waits or stands. A level that was reached stays: relegation has its own rule. */
export async function takeBackRelease(tx: Tx, d: Deciding): Promise<Release> {
  const found = existing(await lockRelease(tx, d.id), 'vip.release_not_found')
  if (found.state === reviewState.waiting) return rejectRelease(tx, d)
  const { releaseId } = found
  if ((await endRelease(tx, { ...d, releaseId })) === 0)
    throw new Refusal(say('vip.release_decided'))
  return found
}
