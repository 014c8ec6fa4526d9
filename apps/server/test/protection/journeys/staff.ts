// What operators, the payment provider and the nightly jobs do.
import { rows, sql, transaction } from '@tianping/database'
import { depositState } from '@tianping/contract/cashier/facts'
import { limitKinds, isTime } from '@tianping/contract/protection/facts'
import { reviewState } from '@tianping/contract/facts'
import { decideAgentApplication } from '../../../src/areas/agent/decideAgentApplication.ts'
import { makeDueStatements } from '../../../src/areas/agent/statements.ts'
import { runClosing } from '../../../src/areas/closing/job.ts'
import { runHarm } from '../../../src/areas/harm/job.ts'
import { sendMessage } from '../../../src/areas/message/send.ts'
import { runRebates } from '../../../src/areas/rebate/calculateRebates.ts'
import { endOverdue, recallBlocked } from '../../../src/areas/responsible/responsible.ts'
import { checkPendingTransfers, readFeed } from '../../../src/areas/venues/venues.ts'
import { runVipReview } from '../../../src/areas/vip/vipReview.ts'
import { callBack, payment } from '../../cashier/support.ts'
import * as model from './model.ts'
import { turnTable } from './play.ts'
import {
  active,
  atDesk,
  below,
  chance,
  clock,
  CODES,
  count,
  everybody,
  next,
  never,
  operators,
  owner,
  pick,
  sites,
  some,
  type Member,
} from './world.ts'

const remark = '会员来电'
/** Answers whom it may have touched. */
export type StaffDeed = (of: Member) => Promise<Member[]>

const setLimit: StaffDeed = async of => {
  const kind = pick(limitKinds)
  const amount = pick(isTime(kind) ? ['', '10', '60', '700'] : ['', '50', '200', '700', '3000'])
  const sent = { id: Number(of.memberId), kind, amount, remark }
  const { code } = await atDesk(pick(operators), 'POST /api/console/members/limit/set', sent)
  const size = amount === '' ? null : BigInt(amount) * (isTime(kind) ? 1n : 100n)
  if (code === 200) model.limited(of.memberId, kind, size, 'operator')
  return [of]
}
const pause: StaffDeed = async of => {
  if (chance(0.7)) return []
  const days = 1 + below(60)
  const sent = { id: Number(of.memberId), days, remark }
  const { code } = await atDesk(pick(operators), 'POST /api/console/members/exclude', sent)
  if (code === 200) model.paused(of.memberId, days)
  return [of]
}
/** A gift asks for turnover and is no gift for who is blocked; a correction reaches everybody. */
const give: StaffDeed = async of => {
  const isGift = chance(0.6)
  const [first, second] = operators
  if (!first || !second) return []
  const proposed = await atDesk<{ adjustment_id: string }>(
    first,
    'POST /api/console/adjustments/propose',
    {
      member: of.name,
      direction: 'give',
      amount: String(1 + below(20)),
      turnover_times: isGift ? 1 : 0,
      reason: remark,
    },
  )
  if (proposed.code !== 200) return []
  const { adjustment_id } = proposed.data
  const sent = { adjustment_id, remark }
  const done = await atDesk(second, 'POST /api/console/adjustments/approve', sent)
  count(`${isGift ? 'gift' : 'correction'} ${done.code}`)
  if (done.code === 200 && isGift && model.isBlocked(of.memberId))
    never(`${of.memberId} was given a present while blocked`)
  if (done.code !== 200) await atDesk(second, 'POST /api/console/adjustments/reject', sent)
  return [of]
}
const offer: StaffDeed = async () => {
  const to = active.filter(() => chance(0.3)).map(each => each.memberId)
  if (to.length === 0) return []
  await sendMessage(pick(sites).services.db, {
    to,
    title: `优惠${next()}`,
    html: '<p>礼金</p>',
    by: 'test',
    at: clock.now(),
  })
  return active
}
const broadcast: StaffDeed = async () => {
  await sendMessage(pick(sites).services.db, {
    to: 'all',
    title: `优惠${next()} ${clock.now().getTime()}`,
    html: '<p>礼金</p>',
    by: 'test',
    at: clock.now(),
  })
  return []
}
/** Applications are released and approved whatever stands against them, by two persons. */
const applications: StaffDeed = async () => {
  const open = some(
    await rows(
      owner,
      sql<{ id: string }>`
      select application_id as id from activity_application where state = ${sql.literal(reviewState.waiting)} order by applied_at limit 30`,
    ),
  )
  const [first, second] = operators
  if (!open || !first || !second) return []
  const sent = { application_id: open.id, remark }
  if (chance(0.5)) await atDesk(second, 'POST /api/console/applications/release', sent)
  const { code } = await atDesk(first, 'POST /api/console/applications/approve', sent)
  count(`application ${code}`)
  return everybody
}
const agents: StaffDeed = async () => {
  const open = some(
    await rows(
      owner,
      sql<{ id: string; memberId: bigint }>`
      select application_id as id, member_id from agent_application where state = ${sql.literal(reviewState.waiting)} limit 10`,
    ),
  )
  if (!open) return []
  const { id: applicationId, memberId } = open
  await transaction(sites[0].services.db, tx =>
    decideAgentApplication(tx, {
      memberId,
      applicationId,
      pass: true,
      reason: '',
      by: 'test',
      now: clock.now(),
    }),
  )
  return []
}
const commissions: StaffDeed = async () => {
  const open = some(
    await rows(
      owner,
      sql<{ agentId: bigint; month: string }>`
      select agent_id, month from agent_statement where state = ${sql.literal(reviewState.waiting)} limit 20`,
    ),
  )
  if (!open) return []
  const sent = { agent_id: Number(open.agentId), month: open.month, remark }
  const who = operators[below(2)]
  if (!who) return []
  const { code } = await atDesk(who, 'POST /api/console/statements/approve', sent)
  count(`commission ${code}`)
  return everybody
}
/** The provider or an operator says that an order is paid, in time or long after. */
const paid: StaffDeed = async of => {
  const order = some(
    await rows(
      owner,
      sql<{ no: string; fen: bigint; waitsFor: string }>`
      select deposit_no as no, amount_fen as fen, waits_for from deposit_order
      where member_id = ${of.memberId} and state = ${sql.literal(depositState.waiting)} order by created_at`,
    ),
  )
  if (!order) return []
  if (order.waitsFor === 'person') {
    const sent = { deposit_no: order.no, remark }
    const what = chance(0.8) ? 'approve' : 'reject'
    const who = operators[below(2)] ?? pick(operators)
    const { code } = await atDesk(who, `POST /api/console/deposits/${what}`, sent)
    count(`deposit reviewed ${code}`)
    return [of]
  }
  const site = pick(sites)
  const more = chance(0.1) ? 10_000n : 0n
  const { verdict } = await callBack(
    site,
    payment(site, order.no, { amount_fen: String(order.fen + more) }),
  )
  count(`paid: ${verdict}`)
  return [of]
}

export const staff: StaffDeed[] = [
  setLimit,
  pause,
  give,
  offer,
  broadcast,
  applications,
  applications,
  agents,
  commissions,
  ...Array.from({ length: 5 }, () => paid),
]

/** The jobs of one server; each may run at any moment, at both at once. */
const feeds = async (site: (typeof sites)[number]) => {
  for (const code of CODES) {
    const found = await site.services.venues.named(code)
    if (found) await readFeed(site.services, found)
  }
}
type Job = (site: (typeof sites)[number]) => Promise<unknown>
const jobs: Job[] = [
  feeds,
  feeds,
  ({ services }) => checkPendingTransfers(services),
  ({ services }) => checkPendingTransfers(services),
  ({ services }) => endOverdue(services),
  ({ services }) => recallBlocked(services),
  ({ services }) => runClosing(services),
  turnTable,
]
const nightly: Job[] = [
  ({ services }) => runRebates(services),
  ({ services }) => runVipReview(services),
  ({ services }) => makeDueStatements(services),
  ({ services }) => runHarm(services),
]
export async function work(): Promise<void> {
  const job = pick(chance(0.2) ? nightly : jobs)
  if (chance(0.3)) await Promise.all(sites.map(job))
  else await job(pick(sites))
}
/** Games of accounts that were seen to be one person's end within a second. */
export const endLinked = async () => {
  if (model.wereLinked()) await endOverdue(pick(sites).services)
}
export const workAll = async () => {
  for (const job of [...jobs, ...nightly]) await job(sites[0])
}
