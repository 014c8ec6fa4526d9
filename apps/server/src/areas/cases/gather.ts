// Alerts become cases: those of members whom risk has seen together are one case.
import { riskKinds, type RiskKind } from '@tianping/contract/risk/facts'
import { PEP_LIST, screeningLists, type ScreeningList } from '@tianping/contract/screening/facts'
import { transaction, type Tx } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { eachAlone, partsAlone } from '../../kernel/jobs/eachAlone.ts'
import { readSetting } from '../../kernel/setting.ts'
import { CASES_SETTING, casesSchema, type CasesRule } from './setting.ts'
import { linksOf, looseAlert, looseAlerts, type Alert, type Link } from './store/alert.sql.ts'
import {
  insertCase,
  insertNote,
  joinAlert,
  joinMember,
  lockGathering,
  openCaseOf,
  weigh,
  markLate,
} from './store/case.sql.ts'

/** Members whom an alert brings along, and steps from one to the next. */
const MOST_LINKED = 50
const STEPS = 2
const DAY_MS = 86_400_000

const isList = (kind: Alert['kind']): kind is ScreeningList => Object.hasOwn(screeningLists, kind)

export const titleOf = (kind: Alert['kind']): string =>
  isList(kind) ? `名单相似：${screeningLists[kind]}` : riskKinds[kind]

const holdKeys: Partial<Record<RiskKind, keyof CasesRule['holds']>> = {
  rapid_in_out: 'rapidInOut',
  large_sum: 'largeSum',
  structuring: 'structuring',
  third_party: 'thirdParty',
  mule: 'mule',
}
function holdsBack(rule: CasesRule, { kind }: Alert): boolean {
  if (isList(kind)) return kind !== PEP_LIST && rule.holds.sanctions
  const key = holdKeys[kind]
  return key !== undefined && rule.holds[key]
}

function dueOf(rule: CasesRule, { kind }: Alert, now: Date): Date {
  const urgent = isList(kind) && kind !== PEP_LIST
  return new Date(now.getTime() + (urgent ? rule.urgentDays : rule.caseDays) * DAY_MS)
}

/** Everybody whom risk links to a member, over two steps at most. */
async function linkedTo(tx: Tx, memberId: bigint): Promise<Link[]> {
  const found = new Map<bigint, Link>()
  let step = [memberId]
  for (let n = 0; n < STEPS && found.size < MOST_LINKED; n++) {
    const next: bigint[] = []
    for (const id of step)
      for (const link of await linksOf(tx, id, MOST_LINKED)) {
        if (link.memberId === memberId || found.has(link.memberId)) continue
        if (found.size >= MOST_LINKED) break
        found.set(link.memberId, link)
        next.push(link.memberId)
      }
    step = next
  }
  return [...found.values()]
}

type Gathering = { now: Date; rule: CasesRule; by: string }

async function placeAlert(tx: Tx, alert: Alert, { now, rule, by }: Gathering): Promise<bigint> {
  const { memberId, weight, kind } = alert
  const links = await linkedTo(tx, memberId)
  const group = [memberId, ...links.map(link => link.memberId)]
  const due = dueOf(rule, alert, now)
  const title = titleOf(kind)
  const at = now
  const found = (await openCaseOf(tx, [memberId])) ?? (await openCaseOf(tx, group))
  const caseId = found?.caseId ?? (await insertCase(tx, { title, weight, by, at, due })).id
  if (found) await weigh(tx, { caseId, title, weight, due })
  const holds = holdsBack(rule, alert)
  await joinMember(tx, { caseId, memberId, alerted: true, why: title, holds, at })
  for (const link of links)
    await joinMember(tx, {
      caseId,
      memberId: link.memberId,
      alerted: false,
      why: riskKinds[link.kind],
      holds: false,
      at,
    })
  await joinAlert(tx, { caseId, source: alert.source, alertId: alert.alertId, memberId, at })
  const content = `${title}（会员 ${memberId}）`
  await insertNote(tx, { caseId, kind: found ? 'joined' : 'opened', content, by, at })
  return caseId
}

/** Brings alerts that are in no open case into one, each by itself; answers how many. */
export async function gatherAlerts({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const rule = await readSetting(db, CASES_SETTING, casesSchema)
  const done = await eachAlone(await looseAlerts(db), found =>
    transaction(db, async tx => {
      await lockGathering(tx)
      const alert = await looseAlert(tx, found)
      if (!alert) return false
      await placeAlert(tx, alert, { now: clock.now(), rule, by: 'system' })
      return true
    }),
  )
  return done.filter(Boolean).length
}

/** Calls somebody once for each case whose date has passed; the alert does not say which it is. */
async function callAboutLate({
  db,
  clock,
  log,
  events,
}: Pick<Services, 'db' | 'clock' | 'log' | 'events'>): Promise<void> {
  for (const { caseId } of await markLate(db, clock.now())) {
    log.warn({ case: Number(caseId) }, 'a case is late')
    events.note({ kind: 'case_late', subject: '', address: '' })
  }
}

/** One turn of the job. */
export const runCases = (
  services: Pick<Services, 'db' | 'clock' | 'log' | 'events'>,
): Promise<number> =>
  partsAlone([
    async () => {
      const joined = await gatherAlerts(services)
      if (joined > 0) services.log.info({ job: 'cases', joined }, 'alerts joined cases')
      return joined
    },
    () => callAboutLate(services),
  ])

/** A case that a person opens about a member. */
export async function openByHand(
  tx: Tx,
  { memberId, remark, by, at }: { memberId: bigint; remark: string; by: string; at: Date },
): Promise<bigint> {
  const rule = await readSetting(tx, CASES_SETTING, casesSchema)
  const due = new Date(at.getTime() + rule.caseDays * DAY_MS)
  const { id: caseId } = await insertCase(tx, { title: '人工建案', weight: 50, by, at, due })
  const why = '人工建案'
  await joinMember(tx, { caseId, memberId, alerted: true, why, holds: false, at })
  for (const link of await linkedTo(tx, memberId))
    await joinMember(tx, {
      caseId,
      memberId: link.memberId,
      alerted: false,
      why: riskKinds[link.kind],
      holds: false,
      at,
    })
  await insertNote(tx, { caseId, kind: 'opened', content: remark, by, at })
  return caseId
}
