// What the job does with campaigns: walks over the audience, puts members into arms, and gives each
// once. The guards are asked when something is given, under the member's lock.
import { campaignState } from '@tianping/contract/campaigns/facts'
import { transaction, type Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import type { Services } from '../../kernel/http/services.ts'
import { partsAlone, throwFailed } from '../../kernel/jobs/eachAlone.ts'
import { pauseUnanswered, type Running } from '../../kernel/plans/answered.ts'
import { lockMember, mustPost } from '../../ledger/ledger.ts'
import { openGift } from '../wagering/wagering.ts'
import { htmlOf, sendMessage } from '../message/message.ts'
import { audienceAfter } from '../segments/segments.ts'
import { armOf } from './arms.ts'
import { isHeld, whoMayTakePart } from './guard.ts'
import * as store from './store/campaign.sql.ts'
import type { Arm, Campaign } from './store/campaign.sql.ts'
import { assign } from './store/member.sql.ts'

type Deps = Pick<Services, 'db' | 'clock' | 'bus' | 'log' | 'operators' | 'events'>

/** Members given and looked at, and looks of one turn: a turn ends within the lease. */
const AT_ONCE = 200
const SPAN = 500
const MAX_LOOKS = 20
const TAKEN_MS = 120_000
/** How long after a walk the next one begins: members come to belong to a segment. */
const AGAIN_MS = 3_600_000

const runningOf = ({ campaignId: id }: Campaign): Running => ({
  subject: `campaign:C${id}`,
  action: 'campaign.pause',
  paused: campaignState.paused,
  lock: async tx => {
    const found = await store.lockCampaign(tx, id)
    return found?.state === campaignState.approved ? found : undefined
  },
  pause: (tx, remark) => store.pauseCampaign(tx, { id, by: '', remark }),
})

/** One turn of the job; safe on any number of instances. Answers how many members were assigned. */
export async function runCampaigns(services: Deps): Promise<number> {
  const { db, clock } = services
  const now = clock.now()
  await store.endOver(db, now)
  const until = new Date(now.getTime() + TAKEN_MS)
  const due = await store.dueCampaigns(db, now)
  return partsAlone(
    due.map(id => async () => {
      const campaign = await store.takeDue(db, { id, now, until })
      if (!campaign || (await pauseUnanswered(services, runningOf(campaign)))) return 0
      return walk(services, campaign)
    }),
  )
}

/** Whom it does not reach is looked at again by the next walk; this one goes on, and has failed. */
async function walk(services: Deps, campaign: Campaign): Promise<number> {
  const failures: unknown[] = []
  const arms = await store.armsOf(services.db, campaign.campaignId)
  const assigned = await walkOn(services, { campaign, arms, failures })
  throwFailed(failures)
  return assigned
}

async function walkOn(services: Deps, walking: Walking): Promise<number> {
  const { db, clock } = services
  const { campaign } = walking
  const { campaignId: id, segmentId, startsAt } = campaign
  let walkedTo = campaign.walkedTo
  let assigned = 0
  for (let look = 0; look < MAX_LOOKS && assigned < AT_ONCE; look++) {
    const now = clock.now()
    const asked = { segmentId, after: walkedTo, joinedBefore: startsAt, now }
    const { memberIds, last } = await audienceAfter(db, { ...asked, span: SPAN })
    const going = await giveAll(services, { ...walking, memberIds })
    assigned += going.assigned
    if (!going.runs) return assigned
    if (last === null) {
      const nextAt = new Date(now.getTime() + AGAIN_MS)
      await store.noteWalk(db, { id, walkedTo: 0n, nextAt })
      return assigned
    }
    walkedTo = last
  }
  await store.noteWalk(db, { id, walkedTo, nextAt: clock.now() })
  return assigned
}

type Giving = { campaign: Campaign; arms: Arm[] }
type Walking = Giving & { failures: unknown[] }

/** Gives those of some members who may take part; `runs` is false once the campaign does not. */
async function giveAll(
  { db, clock, bus, log }: Deps,
  { memberIds, failures, ...giving }: Walking & { memberIds: bigint[] },
): Promise<{ assigned: number; runs: boolean }> {
  const { campaign } = giving
  let assigned = 0
  for (const memberId of await whoMayTakePart(db, { campaign, memberIds, now: clock.now() }))
    try {
      const how = await transaction(db, tx => give(tx, { ...giving, memberId, now: clock.now() }))
      if (how === 'over') return { assigned, runs: false }
      if (how === 'out') continue
      assigned += 1
      bus.publish('member', [memberId.toString()])
    } catch (error) {
      log.error({ err: error, campaign: campaign.campaignId }, 'a campaign did not reach a member')
      failures.push(error)
    }
  return { assigned, runs: true }
}

type One = Giving & { memberId: bigint; now: Date }

/**
 * Assigns a member and gives what the arm gives, in one transaction. `over`: the campaign is
 * paused, ended or has no money left; `out`: the member may not take part.
 */
async function give(tx: Tx, { campaign, arms, memberId, now }: One) {
  const { campaignId } = campaign
  await lockMember(tx, memberId)
  const current = await store.lockCampaign(tx, campaignId)
  if (!current || !isRunning(current, now)) return 'over'
  const asked = { campaign: current, memberIds: [memberId], now }
  if ((await whoMayTakePart(tx, asked)).length === 0) return 'out'
  if (await isHeld(tx, { campaignId, memberId, now })) return 'out'
  const arm = armOf(campaignId, memberId, arms)
  const gift = arms.find(each => each.arm === arm)
  const bonusFen = gift?.bonusFen ?? 0n
  if (bonusFen > 0n && !(await store.spend(tx, campaignId, bonusFen))) {
    await store.endCampaign(tx, { id: campaignId, why: 'budget', by: '', remark: '', at: now })
    return 'over'
  }
  if (!(await assign(tx, { campaignId, memberId, arm, bonusFen, at: now })))
    throw new Error(`member ${memberId} was assigned twice`)
  if (gift) await giveArm(tx, { campaign: current, gift, memberId, now })
  return 'given'
}

const isRunning = ({ state, startsAt, endsAt }: Campaign, now: Date) =>
  state === campaignState.approved && startsAt <= now && endsAt > now

async function giveArm(
  tx: Tx,
  { campaign, gift, memberId, now }: { campaign: Campaign; gift: Arm; memberId: bigint; now: Date },
): Promise<void> {
  const { title, content, bonusFen } = gift
  const times = bonusFen > 0n ? await payBonus(tx, { campaign, bonusFen, memberId, now }) : 0
  const { recipients } = await sendMessage(tx, {
    to: [memberId],
    title,
    html: content + paidText(bonusFen, times),
    product: campaign.product,
    by: campaign.proposedBy,
    at: now,
  })
  if (recipients !== 1) throw new Error(`a letter of a campaign did not reach member ${memberId}`)
}

/** The terms of a bonus stand below every letter that gives one. */
function paidText(bonusFen: bigint, times: number): string {
  if (bonusFen === 0n) return ''
  const turnover = times > 0 ? `，完成 ${times} 倍流水即可提款` : ''
  return htmlOf(`奖金 ¥${formatFen(bonusFen)} 已存入中心钱包${turnover}。`)
}

type Paying = { campaign: Campaign; bonusFen: bigint; memberId: bigint; now: Date }

/** Answers the multiple of turnover that the bonus asks. */
async function payBonus(tx: Tx, { campaign, bonusFen, memberId, now }: Paying): Promise<number> {
  const id = `C${campaign.campaignId}`
  const { replayed } = await mustPost(tx, {
    memberId,
    key: `campaign:${id}`,
    code: 'activity_bonus',
    from: { name: 'activityBonus' },
    to: { name: 'memberCash' },
    amountFen: bonusFen,
    source: { type: 'campaign', id },
    actor: { type: 'system', id: 'campaigns' },
    effectiveAt: now,
  })
  if (replayed) throw new Error(`a bonus of campaign ${id} was not paid`)
  return openGift(tx, {
    memberId,
    sourceType: 'campaign',
    sourceId: id,
    amountFen: bonusFen,
    turnoverTimes: campaign.turnoverTimes,
    openedAt: now,
  })
}
