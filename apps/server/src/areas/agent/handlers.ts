import { say } from '@tianping/contract/refusals'
import type { Given } from '@tianping/contract'
import { yuanOf } from '@tianping/money'
import { beijing, beijingDay, beijingMonth, endOfDay } from '@tianping/money/day'
import { toString as qrSvg } from 'qrcode'
import { rangeStart } from '../../kernel/day.ts'
import { pageOf, PER_PAGE } from '../../kernel/http/answer.ts'
import { explained, figures as figure, whyOf } from '../../kernel/http/explain.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { channelHandlers } from './member/channels.ts'
import { applyagentdo } from './member/applyagentdo.ts'
import { team, teamTotals } from './store/agent.sql.ts'
import { lineFen, type Figures } from './commission.ts'
import { agentLogin, agentLogoff, agentOf, getAgentLoginUrl } from './member/login.ts'
import { daysOf } from './days.ts'
import { planForMonth } from './plans/planOf.ts'
import { shownPlan } from './plans/shown.ts'
import { planText, ruleOf } from './plans/terms.ts'
import { agentRuleText } from './ruleText.ts'
import { agentSchema, ruleForMonth, type AgentRule } from './setting.ts'
import { readStatement, statedLines, statementsOf, type Statement } from './store/statement.sql.ts'
import { at } from '../../kernel/present.ts'

/** A member's name as their agent sees it: enough to recognise, not to log in with. */
const masked = (name: string) => `${name.slice(0, 2)}***${name.slice(-2)}`

function spanOf(now: Date, date: number) {
  const [from, until] = [rangeStart(now, date), endOfDay(beijingDay(now))]
  return { from, until, fromDay: beijingDay(from), untilDay: beijingDay(until) }
}

type Played = {
  depositsFen: bigint
  withdrawalsFen: bigint
  stakeFen: bigint
  validFen: bigint
  payoutFen: bigint
}
const playOf = (p: Played) => ({
  deposits: yuanOf(p.depositsFen),
  withdrawals: yuanOf(p.withdrawalsFen),
  bets: yuanOf(p.stakeFen),
  valid: yuanOf(p.validFen),
  payouts: yuanOf(p.payoutFen),
  result: yuanOf(p.stakeFen - p.payoutFen),
})
const figuresOf = (f: Figures) => ({
  bets: yuanOf(f.stakeFen),
  valid: yuanOf(f.validFen),
  payouts: yuanOf(f.payoutFen),
  promotions: yuanOf(f.promotionsFen),
})

/**
 * Base plus what was carried over, times the percentage of the tier, floored to the fen; `missing`
 * is what the first tier lacks.
 */
function whyOfStatement(s: Statement) {
  const first = at(agentSchema.parse(s.rule).tiers, 0)
  const shortFen = BigInt(first.fromFen) - s.commissionableFen
  return whyOf({
    rule: 'agent_commission',
    version: s.ruleVersion,
    inputs: [
      figure.count('members', '计佣会员', s.members),
      figure.count('active', '活跃会员', s.active),
      figure.yuan('base', '计佣基数', s.baseFen),
      figure.yuan('carried_in', '上月结转', s.carriedInFen),
      figure.yuan('commissionable', '计佣金额', s.commissionableFen),
      figure.percent('percent', '佣金比例', s.hundredths / 100),
      figure.yuan('commission', '佣金', s.commissionFen),
    ],
    missing:
      s.hundredths > 0
        ? []
        : [
            ...(shortFen > 0n
              ? [figure.yuan('commissionable', '距第一档还差计佣金额', shortFen)]
              : []),
            ...(s.active < first.minActive
              ? [figure.count('active', '距第一档还差活跃会员', first.minActive - s.active)]
              : []),
          ],
  })
}

const formulaOf = (rule: AgentRule): Given<'POST /api/agent/statement'>['formula'] => ({
  basis: rule.basis,
  deduct_promotions: rule.deductPromotions,
  carry_negative: rule.carryNegative,
  active_valid: yuanOf(rule.activeValidFen),
  tiers: rule.tiers.map(tier => ({
    from: yuanOf(tier.fromFen),
    min_active: tier.minActive,
    percent: tier.hundredths / 100,
  })),
  turnover_times: rule.turnoverTimes,
})

const MOST_LINES = 100

const statementRow = (s: Statement): Given<'POST /api/agent/statement'>['statement'] => ({
  month: s.month,
  from_day: s.fromDay,
  until_day: s.untilDay,
  rule_version: s.ruleVersion,
  by_plan: s.planId !== null,
  members: s.members,
  active: s.active,
  base: yuanOf(s.baseFen),
  carried_in: yuanOf(s.carriedInFen),
  commissionable: yuanOf(s.commissionableFen),
  percent: s.hundredths / 100,
  commission: yuanOf(s.commissionFen),
  carried_out: yuanOf(s.carriedOutFen),
  state: s.state,
  made_at: beijing(s.madeAt),
  decided_at: s.decidedAt ? beijing(s.decidedAt) : '',
  remark: s.remark,
  why: whyOfStatement(s),
})

export const agentHandlers = {
  ...channelHandlers,
  'POST /api/applyagentdo': applyagentdo,
  'GET /api/getAgentLoginUrl': getAgentLoginUrl,
  'POST /api/agent/login': agentLogin,
  'POST /api/agent/logoff': agentLogoff,
  'POST /api/agent/summary': async ({ body, member, ...services }) => {
    const { name, inviteCode } = await agentOf(services, member.memberId)
    const span = spanOf(services.clock.now(), body.date)
    const totals = await teamTotals(services.db, member.memberId, span)
    const month = beijingMonth(services.clock.now())
    const { version, value } = await ruleForMonth(services.db, month)
    const { plan, terms } = await planForMonth(services.db, member.memberId, month)
    const { members, joined, depositors, players } = totals
    return {
      data: {
        username: name,
        invite_code: inviteCode,
        since: span.fromDay,
        members,
        joined,
        depositors,
        players,
        ...playOf(totals),
        rule: [...(plan ? planText(terms) : []), ...agentRuleText(ruleOf(terms, value))],
        rule_version: version,
      },
    }
  },
  'POST /api/agent/days': async ({ body, member: { memberId }, ...services }) => {
    await agentOf(services, memberId)
    const asked = { agentId: memberId, before: body.before, now: services.clock.now() }
    return { data: await daysOf(services.db, asked) }
  },
  'POST /api/agent/team': async ({ body, member, ...services }) => {
    await agentOf(services, member.memberId)
    const { rows, total } = await team(
      services.db,
      member.memberId,
      spanOf(services.clock.now(), body.date),
      { limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE },
    )
    const data = rows.map(each => ({
      username: masked(each.name),
      vip: each.vip,
      joined_at: beijing(each.joinedAt),
      ...playOf(each),
    }))
    return { data: pageOf(data, body.page, total) }
  },
  /** The address that opens registration with this referrer (P1-7-03). */
  'POST /api/agent/invite': async ({ member, ...services }) => {
    const { inviteCode } = await agentOf(services, member.memberId)
    const url = `${services.settings.publicUrl}/#/register?pid=${inviteCode}`
    const qrcode = `data:image/svg+xml;base64,${Buffer.from(await qrSvg(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 1 })).toString('base64')}`
    return { data: { invite_code: inviteCode, url, qrcode } }
  },
  'POST /api/agent/statements': async ({ body, member, ...services }) => {
    await agentOf(services, member.memberId)
    const { rows, total } = await statementsOf(services.db, member.memberId, {
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    })
    return { data: pageOf(rows.map(statementRow), body.page, total) }
  },
  'POST /api/agent/statement': async ({ body, member, ...services }) => {
    await agentOf(services, member.memberId)
    const found = await readStatement(services.db, member.memberId, body.month)
    if (!found)
      throw explained(say('agent.statement_not_found'), {
        rule: 'agent_statement',
        version: 0,
        inputs: [figure.text('month', '月份', body.month)],
      })
    const rule = agentSchema.parse(found.rule)
    const perPage = Math.min(MOST_LINES, Math.max(1, body.per_page ?? PER_PAGE))
    const lines = await statedLines(services.db, member.memberId, body.month, {
      limit: perPage,
      offset: (body.page - 1) * perPage,
      level: 1,
    })
    const { plan, parts, words } = await shownPlan(services.db, found)
    const data = lines.map(line => ({
      username: masked(line.name),
      ...figuresOf(line),
      corrections: figuresOf(line.corrected),
      active: line.active,
      base: yuanOf(lineFen(rule, line)),
    }))
    return {
      data: {
        statement: statementRow(found),
        plan,
        parts,
        rule: [...words, ...agentRuleText(rule)],
        formula: formulaOf(rule),
        lines: pageOf(data, body.page, found.members, perPage),
      },
    }
  },
} satisfies Handlers
