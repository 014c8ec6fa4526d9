import { say } from '@tianping/contract/refusals'
import type { Given, RowOf } from '@tianping/contract'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { pageOf, PER_PAGE } from '../../kernel/http/answer.ts'
import { explained, figures, whyOf } from '../../kernel/http/explain.ts'
import type { Handlers, Services } from '../../kernel/http/services.ts'
import { attemptFrom } from '../../kernel/http/throttle.ts'
import { daySeed } from './chain.ts'
import { REVEAL_AFTER_MS, revealOf } from './claimDay.ts'
import { douserredpacket } from './member/douserredpacket.ts'
import { timesFigures } from './refusal.ts'
import { drawById, drawsOf } from './store/redpacket.sql.ts'
import type { Tier } from './setting.ts'
import { rulesNow, claimStatusOf, type ClaimStatus } from './claimStatus.ts'

/** What the wire says for a tier without an upper end, in yuan. */
const NO_UPPER_END = 99_999_999
const proofByAddress = { attempts: 300, windowMs: 600_000 }

type Rule = Given<'GET /api/userredpacket'>['rules'][number]

const ruleRow = (tier: Tier): Rule => ({
  start_time: tier.startDay,
  end_time: tier.endDay,
  day_flow: yuanOf(tier.minFen),
  flow_money: tier.maxFen === null ? NO_UPPER_END : yuanOf(tier.maxFen),
  recharge: tier.claims,
  amount_min: yuanOf(tier.drawMinFen),
  amount_max: yuanOf(tier.drawMaxFen),
  turnover_times: tier.turnoverTimes,
})

async function records(db: Services['db'], memberId: bigint, page: number) {
  const { rows, total } = await drawsOf(db, memberId, {
    limit: PER_PAGE,
    offset: (page - 1) * PER_PAGE,
  })
  const data = rows.map((draw): RowOf<'POST /api/redpacket'> => ({
    id: draw.drawId,
    money: yuanOf(draw.countedFen),
    redpacketmoney: yuanOf(draw.amountFen),
    created_at: beijing(draw.lastDepositAt),
    usetime: beijing(draw.claimedAt),
  }))
  return pageOf(data, page, total)
}

const claimRow = (
  status: ClaimStatus,
  commit: string,
  now: Date,
): Given<'GET /api/userredpacket'>['claim'] => ({
  day: status.claimDay.day,
  state: status.state,
  counts_from: beijing(status.claimDay.counts.from),
  counts_until: beijing(status.claimDay.counts.until),
  opens_at: beijing(status.claimDay.open.from),
  closes_at: beijing(status.claimDay.open.until),
  counted: yuanOf(status.counted.fen),
  earned: status.earned,
  tier: status.tier ? status.rule.tiers.indexOf(status.tier) : -1,
  next: status.next
    ? {
        day_flow: yuanOf(status.next.tier.minFen),
        recharge: status.next.tier.claims,
        missing: yuanOf(status.next.missingFen),
      }
    : null,
  rule_version: status.ruleVersion,
  why: whyOf({
    rule: 'red_packet_claims',
    version: status.ruleVersion,
    inputs: timesFigures(status),
    missing: status.next
      ? [figures.yuan('deposit', '距下一档还差存款', status.next.missingFen)]
      : [],
  }),
  // The next day's commitment is the seed of the day that has just closed.
  commit: now.getTime() < status.claimDay.counts.from.getTime() + REVEAL_AFTER_MS ? '' : commit,
})

export const redpacketHandlers = {
  'GET /api/userredpacket': async ({ db, clock, body, member }) => {
    const now = clock.now()
    const status = await claimStatusOf(db, member.memberId, now)
    const { commit } = await daySeed(db, status.claimDay.day, now)
    return {
      data: {
        sendnums: status.left,
        acquirednum: status.used,
        max_times: status.rule.maxTimes,
        rules: status.rule.tiers.map(ruleRow),
        claim: claimRow(status, commit, now),
        ...(await records(db, member.memberId, body.page)),
      },
    }
  },
  'POST /api/douserredpacket': douserredpacket,
  'POST /api/redpacket': async ({ db, body, member }) => ({
    data: await records(db, member.memberId, body.page),
  }),
  /**
   * By its id alone anyone may compute a draw again; the day's seed is shown once no claim of the
   * day can follow.
   */
  'POST /api/redpacketproof': async ({ db, clock, body, caller }) => {
    const now = clock.now()
    await attemptFrom(db, 'redpacketproof', caller.address, proofByAddress, now)
    const draw = await drawById(db, body.id)
    if (!draw)
      throw explained(say('red_packet.not_found'), { rule: 'red_packet_known', version: 0 })
    const { closes } = (await rulesNow(db)).rule
    const revealsAt = revealOf(draw.day, closes)
    const { seed, commit, anchor, anchorDay } = await daySeed(db, draw.day, now)
    return {
      data: {
        id: draw.drawId,
        day: draw.day,
        redpacketmoney: yuanOf(draw.amountFen),
        amount_min: yuanOf(draw.drawMinFen),
        amount_max: yuanOf(draw.drawMaxFen),
        commit,
        server_seed: now >= revealsAt ? seed.toString('hex') : '',
        reveals_at: beijing(revealsAt),
        client_seed: draw.clientSeed,
        nonce: draw.nonce,
        anchor,
        anchor_day: anchorDay,
        rule_version: draw.ruleVersion,
        why: whyOf({
          rule: 'red_packet_draw',
          version: draw.ruleVersion,
          inputs: [
            figures.count('nonce', '当日第几次', draw.nonce + 1),
            figures.yuan('amount_min', '最低金额', draw.drawMinFen),
            figures.yuan('amount_max', '最高金额', draw.drawMaxFen),
            figures.yuan('amount', '红包金额', draw.amountFen),
          ],
        }),
      },
    }
  },
} satisfies Handlers
