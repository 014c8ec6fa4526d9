import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { int8, nothing, text } from '../fields.ts'
import { settingShown } from '../site/console.ts'
import { proposal } from './proposal.ts'

const ruleCost = z.object({
  days: z.number().int(),
  /** Amounts in yuan, or counts. */
  lines: z.array(
    z.object({
      label: z.string(),
      unit: z.enum(['yuan', 'count', 'usdt']),
      before: z.number(),
      after: z.number(),
    }),
  ),
  note: z.string(),
})

const key = text(40)

const once = { once: true } as const

/**
 * What takes two persons: rules that decide about money, where members are sent, messages to many,
 * paying activities. One operator proposes the next version, another approves it.
 */
export const ruleConsole = {
  'POST /api/console/rules/list': operator(
    'rule.read',
    nothing,
    z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        /** Where it belongs. */
        group: z.enum(['money', 'promotion', 'risk', 'activity', 'site']),
        version: z.number().int(),
        changed_by: z.string(),
        changed_at: z.string(),
        proposed_by: z.string(),
      }),
    ),
  ),
  'POST /api/console/rules/show': operator(
    'rule.read',
    z.object({ key }),
    settingShown.extend({
      /** The one that waits, if there is one. */
      proposal: proposal.nullable(),
      /** The newest that were decided, newest first. */
      decided: z.array(proposal),
    }),
  ),
  /**
   * What a value would have cost on the last thirty days as they were recorded, beside what the
   * current one does.
   */
  'POST /api/console/rules/cost': operator(
    'rule.read',
    z.object({ key, value: z.unknown() }),
    ruleCost,
  ),
  /** `version` is the one the form began with; one proposal of a rule at a time. */
  'POST /api/console/rules/propose': operator(
    'rule.propose',
    z.object({ key, version: z.number().int(), value: z.unknown(), note: remark }),
    z.null(),
    once,
  ),
  /** Refused to who proposed it. */
  'POST /api/console/rules/approve': operator(
    'rule.approve',
    z.object({ id: int8, remark }),
    z.null(),
    once,
  ),
  'POST /api/console/rules/reject': operator(
    'rule.approve',
    z.object({ id: int8, remark }),
    z.null(),
    once,
  ),
  /** Takes one's own proposal back, whatever it was made with. */
  'POST /api/console/rules/withdraw': operator('', z.object({ id: int8 }), z.null(), once),
} as const
