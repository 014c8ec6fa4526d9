import { z } from 'zod'
import { operator } from '../call.ts'
import { inOrder, keyed, span } from '../listed.ts'
import { remark } from '../consoleFields.ts'
import { int4, int8, nothing, oneOf, text, time, yuan } from '../fields.ts'
import { caseDecisions, caseFilters, caseNotes, caseStates, reportFields } from './facts.ts'

const once = { once: true } as const
const one = z.object({ case_id: int8 })

const caseRow = z.object({
  case_id: z.number().int(),
  title: z.string(),
  weight: z.number().int(),
  state: oneOf(caseStates),
  decision: z.union([z.literal(''), oneOf(caseDecisions)]),
  assigned_to: z.string(),
  created_at: time,
  due_at: time,
  overdue: z.boolean(),
  closed_at: z.string(),
  /** The first member with an alert, and how many members it is about. */
  member_id: z.number().int(),
  username: z.string(),
  members: z.number().int(),
  alerts: z.number().int(),
})

const long = text(2000)
const reportShape = z.object({
  subject_identity: long,
  suspicion: long,
  source_of_funds: long,
  action_taken: long,
  reporter: text(200),
} satisfies Record<keyof typeof reportFields, z.ZodType>)

const fileRow = z.object({
  file_id: z.number().int(),
  kind: z.enum(['file', 'report']),
  name: z.string(),
  bytes: z.number().int(),
  parts: z.number().int(),
  sha256: z.string(),
  brought_by: z.string(),
  created_at: time,
})

/** Suspected laundering. No member learns of a case: nothing here changes what members see. */
export const caseConsole = {
  /** The most urgent first; closed ones newest first. `q` is a member's id or name. */
  'POST /api/console/aml/list': operator(
    'case.read',
    z.object({
      ...inOrder('POST /api/console/aml/list'),
      ...span,
      state: oneOf(caseFilters).default('open'),
      q: text(64),
      /** Only what is assigned to this operator; empty for all. */
      assigned_to: text(32),
    }),
    keyed(caseRow),
  ),
  'POST /api/console/aml/show': operator(
    'case.read',
    one,
    caseRow.extend({
      opened_by: z.string(),
      proposed_by: z.string(),
      proposed_at: z.string(),
      proposal: z.string(),
      decided_by: z.string(),
      people: z.array(
        z.object({
          id: z.number().int(),
          username: z.string(),
          realname: z.string(),
          alerted: z.boolean(),
          why: z.string(),
          holds: z.boolean(),
          deposits_total: yuan,
          withdrawals_total: yuan,
          valid_total: yuan,
        }),
      ),
      evidence: z.array(
        z.object({
          source: z.enum(['flag', 'hit']),
          alert_id: z.number().int(),
          member_id: z.number().int(),
          username: z.string(),
          kind: z.string(),
          text: z.string(),
          weight: z.number().int(),
          state: z.number().int(),
          raised_at: time,
        }),
      ),
      notes: z.array(
        z.object({
          kind: oneOf(caseNotes),
          content: z.string(),
          written_by: z.string(),
          at: time,
        }),
      ),
      files: z.array(fileRow),
      /** What is written of the report so far, and what it still lacks. */
      draft: reportShape,
      missing: z.array(oneOf(reportFields)),
      /** Money of the last seven days with a movement, day by day. */
      days: z.array(z.object({ day: z.string(), deposits: yuan, withdrawals: yuan, valid: yuan })),
      operators: z.array(z.string()),
    }),
  ),
  /** A case that a person opens; alerts that come later join it. */
  'POST /api/console/aml/open': operator(
    'case.work',
    z.object({ member_id: int8, remark }),
    z.object({ case_id: z.number().int() }),
    once,
  ),
  /** An empty name takes the assignment away. */
  'POST /api/console/aml/assign': operator(
    'case.work',
    one.extend({ assigned_to: text(32) }),
    z.null(),
    once,
  ),
  /** So many days from now, with a reason. */
  'POST /api/console/aml/due/set': operator(
    'case.work',
    one.extend({ days: int4, remark }),
    z.null(),
    once,
  ),
  'POST /api/console/aml/note/add': operator(
    'case.work',
    one.extend({ content: text(2000) }),
    z.null(),
    once,
  ),
  'POST /api/console/aml/draft/save': operator(
    'case.work',
    one.extend({ draft: reportShape }),
    z.null(),
    once,
  ),
  'POST /api/console/aml/propose': operator(
    'case.work',
    one.extend({ decision: oneOf(caseDecisions), remark }),
    z.null(),
    once,
  ),
  /** Closes the case as another person proposed. */
  'POST /api/console/aml/approve': operator('case.approve', one.extend({ remark }), z.null(), once),
  /** The proposal goes back to work: by the second person, or taken back by the first. */
  'POST /api/console/aml/return': operator('case.work', one.extend({ remark }), z.null(), once),
  /** Ends the restriction that a closed case left behind. */
  'POST /api/console/aml/unlock': operator('case.approve', one.extend({ remark }), z.null(), once),
  'POST /api/console/aml/file/begin': operator(
    'case.work',
    one.extend({ name: text(120), bytes: int8 }),
    z.object({ file_id: z.number().int(), part_bytes: z.number().int() }),
  ),
  'POST /api/console/aml/file/add': operator(
    'case.work',
    z.object({ file_id: int8, no: int4, content: z.base64().max(180_000) }),
    z.null(),
    { large: true },
  ),
  /** A piece of a file, to be put together and saved: no file is ever shown on this origin. */
  'POST /api/console/aml/file/show': operator(
    'case.read',
    z.object({ file_id: int8, no: int4 }),
    z.object({ content: z.string() }),
  ),
  /** Looks for alerts that belong into cases now instead of at the next turn. */
  'POST /api/console/aml/run': operator(
    'case.work',
    nothing,
    z.object({ joined: z.number().int() }),
  ),
} as const
