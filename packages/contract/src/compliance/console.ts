import { z } from 'zod'
import { operator } from '../call.ts'
import { day, moment, remark } from '../consoleFields.ts'
import { methodLabels } from '../cashier/payments.ts'
import { complaintKinds } from '../complaints/facts.ts'
import {
  int2,
  int4,
  int8,
  nameOf,
  nothing,
  oneOf,
  page,
  paged,
  text,
  time,
  yuan,
} from '../fields.ts'
import { harmKinds } from '../harm/facts.ts'
import { inOrder, keyed, span } from '../listed.ts'
import { blockKinds, limitLabels } from '../protection/facts.ts'
import {
  blockFilters,
  figureGroups,
  fundsStates,
  incidentDuties,
  incidentFilters,
  incidentKinds,
  incidentNotes,
  incidentStates,
  reportStates,
  requestAnswers,
  retentionActions,
  retentionClasses,
  voidStates,
} from './facts.ts'

const once = { once: true } as const
const count = z.number().int()
const one = z.object({ incident_id: int8 })

const incidentRow = z.object({
  incident_id: count,
  kind: oneOf(incidentKinds),
  title: z.string(),
  state: oneOf(incidentStates),
  found_at: time,
  /** The next thing that is due; empty when nothing is. */
  due_at: z.string(),
  overdue: z.boolean(),
  affected: count,
  high_risk: z.boolean(),
  opened_by: z.string(),
  closed_at: z.string(),
})

const duty = z.object({
  duty: oneOf(incidentDuties),
  due_at: time,
  alarm_at: time,
  /** Near its end or past it, and not done. */
  near: z.boolean(),
  overdue: z.boolean(),
  done_at: z.string(),
  reference: z.string(),
  done_by: z.string(),
})

/** What can be put right later; when it was found and what it is stay as they are. */
const told = {
  title: text(80),
  description: text(2_000),
  measures: text(2_000),
  ended_at: moment,
  affected: int4,
  high_risk: z.boolean(),
}

const paper = z.object({
  file_id: count,
  name: z.string(),
  bytes: count,
  parts: count,
  sha256: z.string(),
  brought_by: z.string(),
  created_at: time,
})

const incidents = {
  /** The newest first; `late` are those with a duty near its end. */
  'POST /api/console/incidents/list': operator(
    'compliance.read',
    z.object({
      ...inOrder('POST /api/console/incidents/list'),
      ...span,
      state: oneOf(incidentFilters).default('open'),
      kind: text(30),
    }),
    keyed(incidentRow),
  ),
  'POST /api/console/incidents/show': operator(
    'compliance.read',
    one,
    incidentRow.extend({
      description: z.string(),
      measures: z.string(),
      began_at: time,
      ended_at: z.string(),
      member_id: count,
      username: z.string(),
      created_at: time,
      answer: z.enum(['', ...Object.keys(requestAnswers)]),
      proposed_by: z.string(),
      proposal: z.string(),
      decided_by: z.string(),
      duties: z.array(duty),
      files: z.array(paper),
      notes: z.array(
        z.object({
          kind: oneOf(incidentNotes),
          content: z.string(),
          written_by: z.string(),
          at: time,
        }),
      ),
    }),
  ),
  /** `member` is an id or a name, for what is about one member; empty for none. */
  'POST /api/console/incidents/open': operator(
    'compliance.work',
    z.object({
      kind: oneOf(incidentKinds),
      found_at: moment,
      began_at: moment,
      member: text(32),
      ...told,
    }),
    z.object({ incident_id: count }),
    once,
  ),
  'POST /api/console/incidents/save': operator('compliance.work', one.extend(told), z.null(), once),
  'POST /api/console/incidents/note/add': operator(
    'compliance.work',
    one.extend({ content: text(2_000) }),
    z.null(),
    once,
  ),
  /** It was reported, or members were told: under which number, or how. */
  'POST /api/console/incidents/duty/set': operator(
    'compliance.work',
    one.extend({ duty: oneOf(incidentDuties), reference: text(120) }),
    z.null(),
    once,
  ),
  /** What is to be done about a request of others; another person approves it. */
  'POST /api/console/incidents/propose': operator(
    'compliance.work',
    one.extend({ answer: text(10), remark }),
    z.null(),
    once,
  ),
  'POST /api/console/incidents/approve': operator(
    'compliance.approve',
    one.extend({ remark }),
    z.null(),
    once,
  ),
  /** Back to work: by the second person, or taken back by the first. */
  'POST /api/console/incidents/return': operator(
    'compliance.work',
    one.extend({ remark }),
    z.null(),
    once,
  ),
  /** Of what nobody asked for: everything due is done, and what was done is written down. */
  'POST /api/console/incidents/end': operator(
    'compliance.work',
    one.extend({ remark }),
    z.null(),
    once,
  ),
  'POST /api/console/incidents/file/begin': operator(
    'compliance.work',
    one.extend({ name: text(120), bytes: int8 }),
    z.object({ file_id: count, part_bytes: count }),
  ),
  'POST /api/console/incidents/file/add': operator(
    'compliance.work',
    z.object({ file_id: int8, no: int4, content: z.base64().max(180_000) }),
    z.null(),
    { large: true },
  ),
  /** A piece of a file, to be put together and saved. */
  'POST /api/console/incidents/file/show': operator(
    'compliance.read',
    z.object({ file_id: int8, no: int4 }),
    z.object({ content: z.string() }),
  ),
} as const

const round = z.object({ venue_id: int2, round_id: text(120) })
const voids = {
  /** Rounds that venues made void, the newest first. */
  'POST /api/console/voids/list': operator(
    'compliance.read',
    z.object({
      ...inOrder('POST /api/console/voids/list'),
      ...span,
      state: oneOf({ ...voidStates, '': '' }).default('open'),
    }),
    keyed(
      z.object({
        venue_id: count,
        venue: z.string(),
        round_id: z.string(),
        game_code: z.string(),
        game: z.string(),
        /** Whether members can open the game. */
        shown: z.boolean(),
        bets: count,
        members: count,
        stake: yuan,
        seen_at: time,
        state: oneOf(voidStates),
        incident_id: count,
        decided_by: z.string(),
      }),
    ),
  ),
  /** An incident about the round; `close` hides the game from members at once. */
  'POST /api/console/voids/open': operator(
    'compliance.work',
    round.extend({ close: z.boolean(), remark }),
    z.object({ incident_id: count }),
    once,
  ),
  'POST /api/console/voids/dismiss': operator(
    'compliance.work',
    round.extend({ remark }),
    z.null(),
    once,
  ),
} as const

/** Beijing days between which rows lie; empty for no end. */
const between = { from: day, to: day }

const registers = {
  /** Breaks and exclusions of all members, the newest first. */
  'POST /api/console/blocks/list': operator(
    'compliance.read',
    z.object({
      ...inOrder('POST /api/console/blocks/list'),
      ...span,
      state: oneOf(blockFilters).default('now'),
      kind: text(10),
      q: text(64),
    }),
    keyed(
      z.object({
        member_id: count,
        username: z.string(),
        kind: oneOf(blockKinds),
        term: z.string(),
        set_at: time,
        /** Empty for ever. */
        until: z.string(),
        in_force: z.boolean(),
        return_asked_at: z.string(),
        return_at: z.string(),
        set_by: z.string(),
        reason: z.string(),
      }),
    ),
  ),
  /** Limits in force and those that wait, the newest first. Amounts of time are minutes. */
  'POST /api/console/limits/list': operator(
    'compliance.read',
    z.object({
      ...inOrder('POST /api/console/limits/list'),
      ...span,
      kind: text(20),
      source: text(10),
      q: text(64),
    }),
    keyed(
      z.object({
        member_id: count,
        username: z.string(),
        kind: oneOf(limitLabels),
        source: oneOf({ member: '会员', operator: '平台' }),
        limit_amount: z.string(),
        next_amount: z.string(),
        next_from: z.string(),
        set_at: time,
        set_by: z.string(),
      }),
    ),
  ),
  /** Every change of a member's limits, the newest first. */
  'POST /api/console/limits/history': operator(
    'compliance.read',
    z.object({ member_id: int8 }),
    z.array(
      z.object({
        at: time,
        act: z.string(),
        kind: z.string(),
        before: z.string(),
        amount: z.string(),
        by: z.string(),
      }),
    ),
  ),
} as const

const reportRow = z.object({
  report_id: count,
  from: z.string(),
  to: z.string(),
  state: oneOf(reportStates),
  /** Per cent. */
  progress: count,
  asked_by: z.string(),
  created_at: time,
  made_at: z.string(),
})

const figureRow = z.object({
  at: time,
  member_id: count,
  username: z.string(),
  reference: z.string(),
  /** A text, or the name of a limit, a kind of complaint, a marker of harm or a method. */
  note: nameOf({ ...limitLabels, ...complaintKinds, ...harmKinds, ...methodLabels }),
  amount: yuan,
  /** Where in the back office it is; empty for nowhere. */
  link: z.string(),
})

const reports = {
  'POST /api/console/reports/list': operator(
    'compliance.read',
    z.object({ ...inOrder('POST /api/console/reports/list'), ...span }),
    keyed(reportRow),
  ),
  /** A report of these days, made beside the calls. */
  'POST /api/console/reports/ask': operator(
    'compliance.work',
    z.object(between),
    z.object({ report_id: count }),
    once,
  ),
  /** Figures that the operator may not see are left out. */
  'POST /api/console/reports/show': operator(
    'compliance.read',
    z.object({ report_id: int8 }),
    reportRow.extend({
      groups: z.array(
        z.object({
          group: oneOf(figureGroups),
          figures: z.array(
            z.object({
              figure: z.string(),
              label: z.string(),
              times: count.nullable(),
              amount: yuan.nullable(),
            }),
          ),
        }),
      ),
      venues: z.array(
        z.object({
          venue: z.string(),
          bets: count,
          stake: yuan,
          payout: yuan,
          gross: yuan,
          actual_return: z.string(),
        }),
      ),
    }),
  ),
  /** The rows behind a figure, as they are now. */
  'POST /api/console/reports/rows/list': operator(
    'compliance.read',
    z.object({ page, report_id: int8, figure: text(40) }),
    paged(figureRow),
  ),
} as const

const funds = {
  'POST /api/console/funds/list': operator(
    'compliance.read',
    z.object({ ...inOrder('POST /api/console/funds/list'), ...span }),
    keyed(
      z.object({
        day: z.string(),
        wallets: yuan,
        venue_wallets: yuan,
        payable: yuan,
        liability: yuan,
        bank_balance: yuan.nullable(),
        difference: yuan.nullable(),
        state: oneOf(fundsStates),
        reference: z.string(),
        entered_by: z.string(),
        entered_at: z.string(),
      }),
    ),
  ),
  /** What the statement of the account for members' money says of a day; typed as yuan. */
  'POST /api/console/funds/add': operator(
    'compliance.work',
    z.object({ day, balance: text(20), reference: text(120) }),
    z.null(),
    once,
  ),
} as const

const retentionClass = oneOf(retentionClasses)
const retention = {
  'POST /api/console/retention/show': operator(
    'compliance.read',
    nothing,
    z.array(
      z.object({
        class: retentionClass,
        label: z.string(),
        basis: z.string(),
        action: oneOf(retentionActions),
        counted_from: z.string(),
        /** Days after which rows end; 0 for never. */
        days: count,
        owner: z.string(),
        last_day: z.string(),
        last_removed: count,
      }),
    ),
  ),
  'POST /api/console/retention/list': operator(
    'compliance.read',
    z.object({ ...inOrder('POST /api/console/retention/list'), ...span, class: text(20) }),
    keyed(
      z.object({
        day: z.string(),
        class: retentionClass,
        cutoff: time,
        removed_rows: count,
        rule_version: count,
        ended_at: z.string(),
      }),
    ),
  ),
} as const

/** What a supervisor asks for: registers, incidents, reports, members' funds, retention. */
export const complianceConsole = {
  ...incidents,
  ...voids,
  ...registers,
  ...reports,
  ...funds,
  ...retention,
} as const
