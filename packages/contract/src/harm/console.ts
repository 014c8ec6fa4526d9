import { z } from 'zod'
import { operator } from '../call.ts'
import { keyed, sorted, span } from '../listed.ts'
import { claiming, decision, memberFigures, remark } from '../consoleFields.ts'
import { int2, int8, nothing, oneOf, text, time, yuan, stateOf } from '../fields.ts'
import {
  harmGroups,
  harmKinds,
  harmMarkers,
  harmLabels,
  harmState,
  interactionKinds,
  interactionOutcomes,
  staffInteractions,
} from './facts.ts'

const caseRow = z.object({
  case_id: z.number().int(),
  member_id: z.number().int(),
  username: z.string(),
  kind: oneOf(harmKinds),
  level: z.number().int(),
  score: z.number().int(),
  /** The weightiest markers in one line. */
  explained: z.string(),
  state: stateOf(harmState, harmLabels),
  created_at: time,
  due_at: time,
  overdue: z.boolean(),
  outcome: z.string(),
  ...decision.shape,
})

const figures = z.object({ net: yuan, stake: yuan, minutes: z.number().int() })
const one = z.object({ case_id: int8 })
const decided = one.extend({ remark })
const once = { once: true } as const

/** The care for players: markers of harm by rules that are data, and what people do about them. */
export const harmConsole = {
  /** `kind` empty means all; `q` is a member's id or the beginning of a name. */
  'POST /api/console/harm/list': operator(
    'harm.read',
    z.object({
      ...sorted('POST /api/console/harm/list'),
      ...span,
      state: int2.optional(),
      kind: text(10),
      q: text(64),
    }),
    keyed(caseRow),
  ),
  'POST /api/console/harm/show': operator(
    'harm.read',
    one,
    caseRow.extend({
      rule_version: z.number().int(),
      reasons: z.array(
        z.object({
          kind: oneOf(harmMarkers),
          group: oneOf(harmGroups),
          text: z.string(),
          points: z.number().int(),
        }),
      ),
      /** As the member stands now. */
      now: z.object({ level: z.number().int(), score: z.number().int(), stopped: z.boolean() }),
      vulnerable: z.boolean(),
      /** The newest first; `after` is null until its 30 days are over. */
      interactions: z.array(
        z.object({
          kind: oneOf(interactionKinds),
          outcome: z.string(),
          remark: z.string(),
          by: z.string(),
          at: time,
          before: figures,
          after: figures.nullable(),
        }),
      ),
      member: memberFigures,
    }),
  ),
  'POST /api/console/harm/claim': operator('harm.review', one.extend(claiming), z.null()),
  /** It is over: what had stopped is offered again. */
  'POST /api/console/harm/ease': operator('harm.review', decided, z.null(), once),
  /** It is as it looks: nothing is offered, and a person looks again later. */
  'POST /api/console/harm/keep': operator('harm.review', decided, z.null(), once),
  /** The member is paused for good; what is held is paid out. */
  'POST /api/console/harm/end': operator('harm.end', decided, z.null(), once),
  /** Writes down that somebody spoke or wrote to the member. */
  'POST /api/console/harm/record': operator(
    'harm.review',
    one.extend({
      kind: z.enum(staffInteractions),
      outcome: oneOf(interactionOutcomes),
      remark,
    }),
    z.null(),
    once,
  ),
  /** Known to be vulnerable: thresholds are lower. */
  'POST /api/console/harm/vulnerable': operator(
    'harm.review',
    z.object({ id: int8, vulnerable: z.boolean(), remark }),
    z.null(),
    once,
  ),
  /** Whether enough was done, and whether it helped: the last months, and the last 12 together. */
  'POST /api/console/harm/report': operator(
    'harm.read',
    nothing,
    z.object({
      months: z.array(
        z.object({
          month: z.string(),
          players: z.number().int(),
          reached: z.number().int(),
          /** Of a thousand. */
          rate: z.number().int(),
          goal: z.number().int(),
        }),
      ),
      effect: z.array(
        z.object({
          kind: oneOf(interactionKinds),
          count: z.number().int(),
          before: figures,
          after: figures,
        }),
      ),
    }),
  ),
} as const
