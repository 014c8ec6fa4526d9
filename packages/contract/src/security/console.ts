import { z } from 'zod'
import { operator } from '../call.ts'
import { remark } from '../consoleFields.ts'
import { int8, oneOf, text, time } from '../fields.ts'
import { inOrder, keyed, span } from '../listed.ts'
import { alertFilters, programOrigins, programStates, securityKinds } from './facts.ts'

/** What happened to whom from where within one minute, and how often. */
const eventRow = z.object({
  id: z.number().int(),
  kind: oneOf(securityKinds),
  /** `member:100001`, `operator:3`; empty where nobody is known. */
  subject: z.string(),
  /** The network it came from, never the full address. */
  address: z.string(),
  times: z.number().int(),
  first_at: time,
  last_at: time,
})

const alertRow = z.object({
  id: z.number().int(),
  kind: oneOf(securityKinds),
  /** Empty where the rule counts everybody together. */
  subject: z.string(),
  times: z.number().int(),
  threshold: z.number().int(),
  minutes: z.number().int(),
  raised_at: time,
  seen_by: z.string(),
  seen_at: z.string(),
  remark: z.string(),
})

const checkRow = z.object({
  id: z.number().int(),
  checked_at: time,
  /** The machine that was checked. */
  instance: z.string(),
  origin: oneOf(programOrigins),
  check_state: oneOf(programStates),
  /** The first digits of the SHA-256 of the release's manifest. */
  manifest: z.string(),
  files: z.number().int(),
  differs: z.number().int(),
  /** The first of the files that differ. */
  differing: z.array(z.string()),
})

/** What the site's defence refused or noticed, and what became too much by rules that are data. */
export const securityConsole = {
  /** Newest first; `q` is a subject or a network as the list shows them. */
  'POST /api/console/security/list': operator(
    'security.read',
    z.object({
      ...inOrder('POST /api/console/security/list'),
      ...span,
      kind: text(30),
      q: text(64),
    }),
    keyed(eventRow),
  ),
  'POST /api/console/security/alerts/list': operator(
    'security.read',
    z.object({
      ...inOrder('POST /api/console/security/alerts/list'),
      ...span,
      state: oneOf(alertFilters).default('open'),
    }),
    keyed(alertRow),
  ),
  /** Somebody has looked at the alert. Nobody does so for an alert about themselves. */
  'POST /api/console/security/alerts/confirm': operator(
    'security.review',
    z.object({ id: int8, remark }),
    z.null(),
    { once: true },
  ),
  /** Whether the program's files were those of the release, newest first. */
  'POST /api/console/security/program/list': operator(
    'security.read',
    z.object({ ...inOrder('POST /api/console/security/program/list'), ...span }),
    keyed(checkRow),
  ),
  /** Checks the machine that answers, now. */
  'POST /api/console/security/program/check': operator(
    'security.review',
    z.object({ remark }),
    z.object({ state: z.enum(['unreleased', 'same', 'changed']), differing: z.array(z.string()) }),
  ),
} as const
