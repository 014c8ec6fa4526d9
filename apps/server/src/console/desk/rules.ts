// Rules that decide about money. The next version takes two persons: one proposes, another
// approves; the database refuses an approval of one's own as well.
import type { ConsoleGiven } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import { reviewState } from '@tianping/contract/facts'
import { ADVERT_SETTING, advertSchema } from '../../areas/adverts/adverts.ts'
import { agentRule } from '../../areas/agent/agent.ts'
import { BANK_LAYOUTS, bankLayoutsSchema } from '../../areas/bankLines/bankLines.ts'
import { CHAIN_SETTING, chainSchema } from '../../areas/chain/chain.ts'
import {
  CASHIER_SETTING,
  cashierSchema,
  banks,
  BATCH_LAYOUTS,
  batchLayoutsSchema,
  PAYOUT_SETTING,
  payoutSchema,
  refuseTier,
  receivingAccounts,
} from '../../areas/cashier/cashier.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type {
  ConsoleContext,
  ConsoleHandlers,
  Operator,
  Services,
} from '../../kernel/http/services.ts'
import { COMPLAINT_SETTING, complaintSchema } from '../../areas/complaints/complaints.ts'
import { freeRoundsRule } from '../../areas/freeRounds/freeRounds.ts'
import { jackpotRule } from '../../areas/jackpots/jackpots.ts'
import { scheduledReportsRule } from '../../areas/figures/figures.ts'
import { CAMPAIGN_SETTING, campaignSchema } from '../../areas/campaigns/campaigns.ts'
import { JOURNEY_SETTING, journeySchema } from '../../areas/journeys/journeys.ts'
import { GIVEAWAY_SETTING, giveawaySchema } from '../../areas/giveaways/giveaways.ts'
import { TOURNAMENT_SETTING, tournamentSchema } from '../../areas/tournaments/tournaments.ts'
import { LOBBY_SETTING, lobbySchema } from '../../areas/games/games.ts'
import { wageringRule } from '../../areas/wagering/wagering.ts'
import { TICKET_SETTING, ticketSchema } from '../../areas/tickets/tickets.ts'
import { DUTIES_SETTING, dutiesSchema } from '../../areas/duties/duties.ts'
import {
  COMPLIANCE_SETTING,
  RETENTION_SETTING,
  complianceSchema,
  retentionSchema,
} from '../../areas/compliance/compliance.ts'
import { DATA_RIGHTS_SETTING, dataRightsSchema } from '../../areas/dataRights/dataRights.ts'
import { termsRules } from '../../areas/consents/consents.ts'
import { REBATE_SETTING, rebateSchema } from '../../areas/rebate/rebate.ts'
import {
  levelsSchema,
  VIP_LEVELS,
  writeLevels,
  VIP_SETTING,
  vipSchema,
} from '../../areas/vip/vip.ts'
import { REDPACKET_SETTING, redPacketSchema } from '../../areas/redpacket/redpacket.ts'
import { SCREENING_SETTING, screeningSchema } from '../../areas/screening/screening.ts'
import { CASES_SETTING, casesSchema } from '../../areas/cases/cases.ts'
import { SECURITY_SETTING, securitySchema } from '../../kernel/security/setting.ts'
import {
  AGE_SETTING,
  ageSchema,
  PROFILES_SETTING,
  profilesSchema,
} from '../../areas/profiles/profiles.ts'
import {
  FUNDS_SETTING,
  fundsSchema,
  PROTECTION_SETTING,
  protectionSchema,
} from '../../areas/protection/protection.ts'
import { STATUS_SETTING, statusSchema } from '../../areas/status/status.ts'
import { HARM_SETTING, harmSchema } from '../../areas/harm/harm.ts'
import { RISK_SETTING, riskSchema } from '../../areas/risk/risk.ts'
import { playRule } from '../../areas/venues/venues.ts'
import { VERIFICATION_SETTING, verificationSchema } from '../../areas/verification/verification.ts'
import type { Db } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { runAction } from '../../kernel/operator/runAction.ts'
import { activityRule, openingRule } from '../../areas/activity/activity.ts'
import { underAgeRule } from '../../areas/closing/closing.ts'
import { broadcastRule } from '../../areas/message/message.ts'
import { providerRule } from '../../areas/providers/providers.ts'
import { ratesRule } from '../../areas/rates/rates.ts'
import { connectionRule } from '../../areas/venues/venues.ts'
import { appRule } from '../../areas/site/site.ts'
import { proposalOf, propose } from '../../kernel/operator/proposal.ts'
import { COST_DAYS, costOf } from './cost.ts'
import { refuseUneven } from './evenRewards.ts'
import { refuseByProfile } from './profileChecks.ts'
import { RECONCILIATION_SETTING, reconciliationSchema } from '../../areas/books/books.ts'
import {
  decidedProposals,
  decideProposal,
  lockProposal,
  newestVersions,
  openProposal,
  openProposals,
  proposalNamed,
  type Proposal,
} from '../../kernel/operator/proposal.sql.ts'
import {
  changed,
  checkedValue,
  current,
  lockVersion,
  settingShown,
  writeNext,
  type Kept,
} from '../../kernel/operator/settingForm.ts'

type Group = ConsoleGiven<'POST /api/console/rules/list'>[number]['group']
export type Rule = Kept & { group: Group }

/** The rules that always exist; what belongs to one activity or one provider comes besides. */
export const rules: readonly Rule[] = [
  { key: CASHIER_SETTING, label: '存取款', group: 'money', schema: cashierSchema },
  { key: CHAIN_SETTING, label: '链上 USDT', group: 'money', schema: chainSchema },
  ratesRule,
  {
    key: PAYOUT_SETTING,
    label: '自动付款',
    group: 'money',
    schema: payoutSchema,
    tryOut: refuseTier,
  },
  {
    key: BATCH_LAYOUTS,
    label: '付款文件格式',
    group: 'money',
    schema: batchLayoutsSchema,
  },
  receivingAccounts,
  { key: BANK_LAYOUTS, label: '银行流水格式', group: 'money', schema: bankLayoutsSchema },
  banks,
  {
    key: VIP_LEVELS,
    label: 'VIP 等级与返水比例',
    group: 'promotion',
    schema: levelsSchema,
    write: (tx, value, by) => writeLevels(tx, levelsSchema.parse(value), by),
  },
  { key: VIP_SETTING, label: 'VIP 升降级', group: 'promotion', schema: vipSchema },
  { key: REBATE_SETTING, label: '返水', group: 'promotion', schema: rebateSchema },
  { key: REDPACKET_SETTING, label: '红包', group: 'promotion', schema: redPacketSchema },
  wageringRule,
  freeRoundsRule,
  jackpotRule,
  { key: GIVEAWAY_SETTING, label: '专项优惠', group: 'promotion', schema: giveawaySchema },
  { key: TOURNAMENT_SETTING, label: '锦标赛', group: 'promotion', schema: tournamentSchema },
  { key: CAMPAIGN_SETTING, label: '营销投放', group: 'promotion', schema: campaignSchema },
  { key: JOURNEY_SETTING, label: '自动触达', group: 'promotion', schema: journeySchema },
  { key: LOBBY_SETTING, label: '首页游戏与新会员引导', group: 'promotion', schema: lobbySchema },
  { key: ADVERT_SETTING, label: '优惠内容检查', group: 'promotion', schema: advertSchema },
  agentRule,
  playRule,
  { key: PROTECTION_SETTING, label: '玩家保护', group: 'risk', schema: protectionSchema },
  { key: FUNDS_SETTING, label: '资金保护说明', group: 'risk', schema: fundsSchema },
  { key: PROFILES_SETTING, label: '辖区规则', group: 'risk', schema: profilesSchema },
  { key: RISK_SETTING, label: '风控', group: 'risk', schema: riskSchema },
  { key: VERIFICATION_SETTING, label: '身份认证', group: 'risk', schema: verificationSchema },
  { key: SCREENING_SETTING, label: '名单筛查', group: 'risk', schema: screeningSchema },
  { key: CASES_SETTING, label: '案件', group: 'risk', schema: casesSchema },
  { key: HARM_SETTING, label: '玩家关怀', group: 'risk', schema: harmSchema },
  { key: SECURITY_SETTING, label: '安全', group: 'risk', schema: securitySchema },
  { key: COMPLAINT_SETTING, label: '投诉', group: 'risk', schema: complaintSchema },
  { key: TICKET_SETTING, label: '客服会话', group: 'risk', schema: ticketSchema },
  { key: DATA_RIGHTS_SETTING, label: '个人信息', group: 'risk', schema: dataRightsSchema },
  { key: DUTIES_SETTING, label: '合规日程', group: 'risk', schema: dutiesSchema },
  { key: COMPLIANCE_SETTING, label: '合规', group: 'risk', schema: complianceSchema },
  { key: RETENTION_SETTING, label: '资料保存', group: 'risk', schema: retentionSchema },
  scheduledReportsRule,
  { key: STATUS_SETTING, label: '计划维护', group: 'site', schema: statusSchema },
  { key: AGE_SETTING, label: '年龄', group: 'risk', schema: ageSchema },
  { key: RECONCILIATION_SETTING, label: '对账时间', group: 'risk', schema: reconciliationSchema },
  ...termsRules,
]
const MAX_DECIDED = 10

type At = { db: Db; settings: Services['settings'] }

/**
 * A rule by its key: one of the list, the site's settings, or what belongs to one activity or one
 * message.
 */
async function ruleNamed({ db, settings }: At, key: string): Promise<Rule> {
  const found =
    [appRule(settings), ...rules].find(rule => rule.key === key) ??
    (await activityRule(db, key)) ??
    (await openingRule(db, key)) ??
    (await underAgeRule(db, key)) ??
    (await broadcastRule(db, key)) ??
    (await providerRule(settings, db, key)) ??
    (await connectionRule(settings, db, key))
  if (!found) throw new Refusal(say('rule.not_found'))
  return found
}

function howDecided({ state, decidedBy, proposedBy }: Proposal): string {
  if (state === reviewState.approved) return '批准'
  return decidedBy === proposedBy ? '撤回' : '拒绝'
}

/** Refuses with 409 what is decided already. */
function waiting(found: Proposal | undefined): Proposal {
  if (!found) throw new Refusal(say('rule.proposal_not_found'))
  if (found.state !== reviewState.waiting)
    throw new Refusal(
      say('rule.proposal_decided', { by: found.decidedBy, how: howDecided(found) }),
      { state: found.state },
    )
  return found
}

function refuseOwn(proposal: Proposal, operator: Operator) {
  if (proposal.proposedBy === operator.name)
    throw new Refusal(say('rule.own_proposal'), { rule: 'two_persons' })
}

/** Tries what waits, before the transaction: what is asked outside holds no lock. */
async function tryOut(context: ConsoleContext<'POST /api/console/rules/approve'>, id: number) {
  const proposal = await proposalNamed(context.db, id)
  if (proposal?.state !== reviewState.waiting) return
  const rule = await ruleNamed(context, proposal.key)
  await rule.tryOut?.(context, checkedValue(rule, proposal.value))
}

/** A decision that a rule stays as it is: by another, or the proposer's own. */
async function close(
  context: ConsoleContext<'POST /api/console/rules/withdraw'>,
  how: { action: string; remark: string; allowed: (proposal: Proposal) => void },
) {
  const {
    operator,
    body: { id },
  } = context
  await runAction(context, async (tx, at) => {
    const proposal = waiting(await lockProposal(tx, id))
    how.allowed(proposal)
    await decideProposal(tx, {
      proposalId: proposal.proposalId,
      state: reviewState.rejected,
      by: operator.name,
      at,
      remark: how.remark,
    })
    return {
      answer: null,
      entry: {
        action: how.action,
        subject: `proposal:${id}`,
        before: {
          rule: proposal.key,
          proposed_by: proposal.proposedBy,
          state: reviewState.waiting,
        },
        after: { rule: proposal.key, state: reviewState.rejected },
        note: how.remark,
      },
    }
  })
}

export const ruleHandlers = {
  'POST /api/console/rules/list': async services => {
    const { db, settings } = services
    const listed = [...rules, appRule(settings)]
    const [open, versions] = await Promise.all([
      openProposals(db, ''),
      newestVersions(
        db,
        listed.map(({ key }) => key),
      ),
    ])
    const data = listed.map(({ key, label, group }) => {
      const newest = versions.find(each => each.key === key)
      return {
        key,
        label,
        group,
        version: newest?.version ?? 0,
        changed_by: newest?.changedBy ?? '',
        changed_at: newest ? beijing(newest.changedAt) : '',
        proposed_by: open.find(each => each.key === key)?.proposedBy ?? '',
      }
    })
    // The others have their own rooms; here only what waits for a second person.
    for (const { key, proposedBy } of open.filter(each => each.key.includes(':'))) {
      const { label, group } = await ruleNamed(services, key)
      data.push({
        key,
        label,
        group,
        version: 0,
        changed_by: '',
        changed_at: '',
        proposed_by: proposedBy,
      })
    }
    return { data }
  },
  'POST /api/console/rules/show': async ({ body, ...services }) => {
    const { db } = services
    const rule = await ruleNamed(services, body.key)
    const [shown, proposal, decided] = await Promise.all([
      settingShown(db, rule),
      openProposal(db, rule.key),
      decidedProposals(db, rule.key, MAX_DECIDED),
    ])
    return {
      data: {
        ...shown,
        proposal: proposal ? proposalOf(rule, proposal) : null,
        decided: decided.map(each => proposalOf(rule, each)),
      },
    }
  },
  'POST /api/console/rules/cost': async ({ body, ...services }) => {
    const { db, clock } = services
    const rule = await ruleNamed(services, body.key)
    const { value: before } = await current(db, rule)
    if (before === null)
      return { data: { days: COST_DAYS, lines: [], note: '尚未设置，没有可比较的现行规则。' } }
    return {
      data: await costOf(db, clock.now(), {
        key: rule.key,
        before,
        after: checkedValue(rule, body.value),
      }),
    }
  },
  'POST /api/console/rules/propose': async context => {
    const {
      operator,
      body: { key, version, note },
    } = context
    const rule = await ruleNamed(context, key)
    if (note === '') throw new Refusal(say('desk.change_note_missing'), { field: 'note' })
    const value = checkedValue(rule, context.body.value)
    await refuseByProfile(context.db, rule.key, value)
    await refuseUneven(context.db, rule.key, value)
    await rule.tryOut?.(context, value)
    await runAction(context, async (tx, at) => {
      const before = await lockVersion(tx, rule, version)
      const by = { name: operator.name, at }
      return { answer: null, entry: await propose(tx, rule, { version, before, value, note, by }) }
    })
    return { message: '已提交，等待另一位同事审批', data: null }
  },
  'POST /api/console/rules/approve': async context => {
    const {
      operator,
      body: { id, remark },
    } = context
    await tryOut(context, id)
    await runAction(context, async (tx, at) => {
      const proposal = waiting(await lockProposal(tx, id))
      refuseOwn(proposal, operator)
      const rule = await ruleNamed({ ...context, db: tx }, proposal.key)
      const before = await lockVersion(tx, rule, proposal.baseVersion)
      // The schema may have grown since it was proposed.
      const value = checkedValue(rule, proposal.value)
      await refuseByProfile(tx, rule.key, value)
      await refuseUneven(tx, rule.key, value)
      const version = await writeNext(
        tx,
        rule,
        value,
        { name: operator.name, at },
        { note: proposal.note, proposedBy: proposal.proposedBy },
      )
      await decideProposal(tx, {
        proposalId: proposal.proposalId,
        state: reviewState.approved,
        by: operator.name,
        at,
        remark,
      })
      const difference = changed(before, value)
      return {
        answer: null,
        entry: {
          action: 'rule.approve',
          subject: `proposal:${id}`,
          before: { rule: rule.key, version: proposal.baseVersion, ...difference.before },
          after: { rule: rule.key, version, proposed_by: proposal.proposedBy, ...difference.after },
          note: remark || proposal.note,
        },
      }
    })
    return { message: '已批准，新版本已生效', data: null }
  },
  'POST /api/console/rules/reject': async context => {
    const {
      operator,
      body: { remark },
    } = context
    if (remark === '') throw new Refusal(say('desk.rejection_missing'), { field: 'remark' })
    await close(context, {
      action: 'rule.reject',
      remark,
      allowed: proposal => refuseOwn(proposal, operator),
    })
    return { message: '已拒绝', data: null }
  },
  'POST /api/console/rules/withdraw': async context => {
    const { operator } = context
    const allowed = (proposal: Proposal) => {
      if (proposal.proposedBy !== operator.name) throw new Refusal(say('rule.anothers_proposal'))
    }
    await close(context, { action: 'rule.withdraw', remark: '', allowed })
    return { message: '已撤回', data: null }
  },
} satisfies ConsoleHandlers
