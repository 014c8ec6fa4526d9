import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { int2, int4, int8, nothing, oneOf, secret, text, time, stateOf } from '../fields.ts'
import { inOrder, keyed, sorted, span } from '../listed.ts'
import { permissions } from '../permissions.ts'
import { sessionRow } from './account.ts'
import { reviewState } from '../facts.ts'
import { requestLabels, staffLabels, factorLabels, requestKinds } from './facts.ts'

const once = { once: true } as const

const permission = z.enum(permissions)

/** Networks in CIDR notation, or single addresses; none means from anywhere. */
const allowed = z.array(text(50)).max(50)

const staffRow = z.object({
  id: z.number().int(),
  name: z.string(),
  role: z.string(),
  role_label: z.string(),
  /** `waits`: made, and not approved by a second person yet. */
  state: oneOf(staffLabels),
  must_change_password: z.boolean(),
  second_factor: oneOf(factorLabels),
  second_factor_required: z.boolean(),
  sessions: z.number().int(),
  allowed: z.array(z.string()),
  /**
   * The operator's own account as a member, whose money they never touch; empty when there is none.
   */
  member: z.string(),
  created_at: time,
  created_by: z.string(),
  last_login_at: z.string(),
})

const roleRow = z.object({
  role: z.string(),
  label: z.string(),
  permissions: z.array(permission),
  /** What was set, and whether it holds: in production roles with power always need one. */
  second_factor: z.boolean(),
  second_factor_required: z.boolean(),
  /** Why it cannot be changed by the one who asks: `fixed`, or `own`. */
  closed: z.enum(['', 'fixed', 'own']),
  builtin: z.boolean(),
  operators: z.number().int(),
  version: z.number().int(),
  changed_by: z.string(),
  changed_at: z.string(),
  /** When its rights were last reviewed, and until when that holds; empty for nobody's role. */
  reviewed_on: z.string(),
  review_due: z.string(),
  review_overdue: z.boolean(),
})

const requestRow = z.object({
  id: z.number().int(),
  kind: oneOf(requestKinds),
  /** `operator:…` or `role:…`. */
  subject: z.string(),
  /** What it changes, as the audit log writes it. */
  before: z.string(),
  after: z.string(),
  note: z.string(),
  proposed_by: z.string(),
  proposed_at: time,
  /** 1 waits, 2 approved, 3 refused or taken back. */
  state: stateOf(reviewState, requestLabels),
  decided_by: z.string(),
  decided_at: z.string(),
  remark: z.string(),
})

/** `waits`: a second person has to approve it first. A password is shown this once. */
const outcome = z.object({ waits: z.boolean(), password: z.string() })

const role = text(20).pipe(z.string().regex(/^[a-z][a-z0-9_]{2,19}$/))

/**
 * Who works here, what they may, and how they come in. What raises anybody's power takes two
 * persons.
 */
export const staffConsole = {
  'POST /api/console/staff/list': operator(
    'staff.read',
    z.object({
      ...inOrder('POST /api/console/staff/list'),
      q: text(32),
      role: text(20),
      state: text(10),
    }),
    keyed(staffRow),
  ),
  'POST /api/console/staff/create': operator(
    'staff.write',
    z.object({ name: text(32), role, allowed, member: text(64), remark }),
    outcome,
    once,
  ),
  'POST /api/console/staff/save': operator(
    'staff.write',
    z.object({ id: int8, role, allowed, member: text(64), remark }),
    outcome,
    once,
  ),
  'POST /api/console/staff/lock': operator(
    'staff.write',
    z.object({ id: int8, remark }),
    z.null(),
    once,
  ),
  'POST /api/console/staff/unlock': operator(
    'staff.write',
    z.object({ id: int8, remark }),
    z.null(),
    once,
  ),
  /** Takes authenticator, passkeys and recovery codes away and ends every session. */
  'POST /api/console/staff/reset': operator(
    'staff.write',
    z.object({ id: int8, remark }),
    z.null(),
    once,
  ),
  /** A new one-time password. */
  'POST /api/console/staff/password': operator(
    'staff.write',
    z.object({ id: int8, remark }),
    outcome,
    once,
  ),
  'POST /api/console/staff/sessions': operator(
    'staff.read',
    z.object({ id: int8 }),
    z.array(sessionRow),
  ),
  /** `session` 0 ends them all. */
  'POST /api/console/staff/sessions/end': operator(
    'staff.write',
    z.object({ id: int8, session: int8, remark }),
    z.null(),
    once,
  ),
  'POST /api/console/roles/list': operator('staff.read', nothing, z.array(roleRow)),
  /** `version` is the one that was seen; 0 for a new role. */
  'POST /api/console/roles/save': operator(
    'staff.write',
    z.object({
      role,
      version: int4,
      label: text(20),
      permissions: z.array(permission).max(200),
      second_factor: z.boolean(),
      remark,
    }),
    outcome,
    once,
  ),
  'POST /api/console/roles/remove': operator(
    'staff.write',
    z.object({ role, remark }),
    z.null(),
    once,
  ),
  'POST /api/console/staff/requests': operator(
    'staff.read',
    z.object({
      ...sorted('POST /api/console/staff/requests'),
      ...span,
      state: int2.optional(),
    }),
    keyed(requestRow),
  ),
  /**
   * Refused to who asked for it, and to whom it is about. The password of one's own is asked again.
   */
  'POST /api/console/staff/approve': operator(
    'staff.approve',
    z.object({ id: int8, remark, password: secret }),
    z.null(),
    once,
  ),
  'POST /api/console/staff/reject': operator(
    'staff.approve',
    z.object({ id: int8, remark }),
    z.null(),
    once,
  ),
  'POST /api/console/staff/withdraw': operator(
    'staff.write',
    z.object({ id: int8 }),
    z.null(),
    once,
  ),
  /** From where anybody may come in at all. */
  'POST /api/console/addresses/show': operator(
    'staff.read',
    nothing,
    z.object({ allowed: z.array(z.string()), version: z.number().int(), yours: z.string() }),
  ),
  'POST /api/console/addresses/save': operator(
    'staff.write',
    z.object({ allowed, version: int4, remark }),
    z.null(),
    once,
  ),
} as const
