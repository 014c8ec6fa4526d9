// Looks at members by the rules, keeps what was found with its reasons, and takes the next step.
import type { InteractionKind } from '@tianping/contract/harm/facts'
import { transaction, type Tx } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { announce } from '../delivery/delivery.ts'
import { asksCheck, markersOf, type Found } from './markers.ts'
import { harmRule, type HarmRule } from './setting.ts'
import { nextStep, type Step } from './steps.ts'
import { factsOf } from './store/facts.sql.ts'
import { addInteraction, keepFound, openCase, setNudged, stopOffers } from './store/harm.sql.ts'

const HOUR_MS = 3_600_000

type Telling = Pick<Services, 'outward'>
type Looking = Telling & Pick<Services, 'db'>
type Looked = Found & { memberId: bigint; check: boolean }
type At = { rule: HarmRule; version: number; now: Date }

const later = (now: Date, hours: number) => new Date(now.getTime() + hours * HOUR_MS)

const notices = {
  nudge: {
    title: '关于您近期的游戏',
    text: '我们注意到您近期的存款或游戏时间较平常多。您可以随时设置存款、亏损与时间限额，或暂停一段时间。需要帮助时，请联系客服。',
  },
  stop: {
    title: '优惠暂停提供',
    text: '为了您的安心，我们暂停向您提供优惠，由专人查看后再恢复。存款、游戏与取款不受影响。如有异议，请联系客服说明，专人会答复您。',
  },
} as const

const tell = (
  tx: Tx,
  { outward }: Telling,
  memberId: bigint,
  what: keyof typeof notices,
  at: Date,
) => announce(tx, outward, { memberId, kind: 'protection', at, ...notices[what] })

/** What was done, in the same transaction. */
const note = (
  tx: Tx,
  p: { memberId: bigint; caseId: bigint | null; kind: InteractionKind; now: Date },
) => addInteraction(tx, { ...p, outcome: '', remark: '', by: '' })

async function nudge(tx: Tx, services: Looking, found: Looked, { now }: At) {
  const { memberId, score } = found
  await setNudged(tx, { memberId, score, now })
  await note(tx, { memberId, caseId: null, kind: 'nudge', now })
  await tell(tx, services, memberId, 'nudge', now)
}

async function task(tx: Tx, _services: Looking, found: Looked, { rule, version, now }: At) {
  const { memberId } = found
  const dueAt = later(now, rule.taskHours)
  const caseId = await openCase(tx, { ...found, kind: 'care', version, now, dueAt })
  await note(tx, { memberId, caseId, kind: 'task', now })
}

/** Offers nothing from now on; the member is told once. */
export async function stopOffering(tx: Tx, services: Telling, memberId: bigint, now: Date) {
  if (await stopOffers(tx, memberId, now)) await tell(tx, services, memberId, 'stop', now)
}

async function stop(tx: Tx, services: Looking, found: Looked, { rule, version, now }: At) {
  const { memberId } = found
  const dueAt = later(now, rule.stopHours)
  const caseId = await openCase(tx, { ...found, kind: 'stop', version, now, dueAt })
  await note(tx, { memberId, caseId, kind: 'stop', now })
  await stopOffering(tx, services, memberId, now)
}

const takes: Record<Exclude<Step, 'none'>, typeof task> = { nudge, task, stop }

/** Vulnerability is checked by a person; the reasons are those of the moment. */
async function check(tx: Tx, found: Looked, { rule, version, now }: At) {
  const dueAt = later(now, rule.taskHours)
  await openCase(tx, { ...found, kind: 'check', version, now, dueAt })
}

/** Keeps a chunk and takes each member's next step; answers how many steps were taken. */
async function follow(services: Looking, found: Looked[], at: At): Promise<number> {
  return transaction(services.db, async tx => {
    const held = await keepFound(tx, found, at)
    let taken = 0
    for (const each of found) {
      const before = held.find(({ memberId }) => memberId === each.memberId)
      if (!before) continue
      const step = nextStep({ ...before, ...each }, at.rule, at.now)
      if (step !== 'none') await takes[step](tx, services, each, at)
      if (each.check) await check(tx, each, at)
      taken += Number(step !== 'none') + Number(each.check)
    }
    return taken
  })
}

/** Looks at some members now; answers how many steps followed. */
export async function lookAt(
  services: Looking,
  memberIds: bigint[],
  { now, longestMs = 300_000 }: { now: Date; longestMs?: number },
): Promise<number> {
  if (memberIds.length === 0) return 0
  const { version, rule } = await harmRule(services.db)
  const facts = await transaction(services.db, tx => factsOf(tx, memberIds, now, rule), {
    longestMs,
  })
  const found = facts.map(each => ({
    memberId: each.memberId,
    ...markersOf(each, rule),
    check: asksCheck(each, rule),
  }))
  return follow(services, found, { rule, version, now })
}

/**
 * Looks at a member who asks for a deposit. What takes too long is left to the look at everybody:
 * the deposit does not wait for it.
 */
export async function lookAtMember(
  services: Looking & Pick<Services, 'clock' | 'log'>,
  memberId: bigint,
): Promise<void> {
  try {
    await lookAt(services, [memberId], { now: services.clock.now(), longestMs: 2_000 })
  } catch (error) {
    services.log.warn({ err: error as Error, member: memberId.toString() }, 'harm not looked at')
  }
}
