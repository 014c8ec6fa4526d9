import { z } from 'zod'
import { operator } from '../call.ts'
import { inOrder, keyed, sorted, span } from '../listed.ts'
import { claiming, decision, remark } from '../consoleFields.ts'
import { int2, int4, int8, nothing, oneOf, text, time, stateOf } from '../fields.ts'
import {
  hitParts,
  hitLabels,
  hitState,
  listFormats,
  runReasons,
  screeningLists,
  versionChanges,
  versionStates,
} from './facts.ts'

const once = { once: true } as const
const list = oneOf(screeningLists)
const format = oneOf(listFormats)

const hitRow = z.object({
  hit_id: z.number().int(),
  member_id: z.number().int(),
  username: z.string(),
  list,
  /** The name of the entry that is most alike. */
  listed_name: z.string(),
  score: z.number().int(),
  state: stateOf(hitState, hitLabels),
  created_at: time,
  seen_at: time,
  ...decision.shape,
  /** Who let an exposed person play on; empty for nobody. */
  allowed_by: z.string(),
})

const hit = z.object({ hit_id: int8 })

const versionRow = z.object({
  version_id: z.number().int(),
  list,
  format,
  filename: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
  state: oneOf(versionStates),
  entries: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  changed: z.number().int(),
  /** Why it could not be read. */
  error: z.string(),
  brought_by: z.string(),
  created_at: time,
  decided_by: z.string(),
  decided_at: z.string(),
  remark: z.string(),
})
const version = z.object({ version_id: int8 })

/** Sanctioned and politically exposed persons: the lists, and the members who may be on them. */
export const screeningConsole = {
  /** `list` empty means all; `q` is a member's id or the beginning of a name. */
  'POST /api/console/screening/list': operator(
    'screening.read',
    z.object({
      ...sorted('POST /api/console/screening/list'),
      ...span,
      state: int2.optional(),
      list: text(10),
      q: text(64),
    }),
    keyed(hitRow),
  ),
  'POST /api/console/screening/show': operator(
    'screening.read',
    hit,
    hitRow.extend({
      /** The member, with the name masked for whoever may not read it. */
      realname: z.string(),
      birthday: z.string(),
      /** Whether the entry still counts. */
      listed: z.boolean(),
      entry: z.object({
        ref: z.string(),
        names: z.array(z.string()),
        weak_names: z.array(z.string()),
        births: z.array(z.string()),
        countries: z.array(z.string()),
        programme: z.string(),
        listed_on: z.string(),
      }),
      /** What the score is made of. */
      parts: z.array(
        z.object({ part: oneOf(hitParts), listed: z.string(), points: z.number().int() }),
      ),
      threshold: z.number().int(),
    }),
  ),
  'POST /api/console/screening/claim': operator('screening.review', hit.extend(claiming), z.null()),
  /** It is the person of the list: from now on no payout of the member goes out (not for PEPs). */
  'POST /api/console/screening/confirm': operator(
    'screening.review',
    hit.extend({ remark }),
    z.null(),
    once,
  ),
  /** It is somebody else. The pair is not asked about again until one side changes. */
  'POST /api/console/screening/dismiss': operator(
    'screening.review',
    hit.extend({ remark }),
    z.null(),
    once,
  ),
  /** A confirmed match was none; by another person than who confirmed it. */
  'POST /api/console/screening/release': operator(
    'screening.approve',
    hit.extend({ remark }),
    z.null(),
    once,
  ),
  /** An exposed person plays on, where a profile asks for that; not by who confirmed it. */
  'POST /api/console/screening/allow': operator(
    'screening.approve',
    hit.extend({ remark }),
    z.null(),
    once,
  ),
  'POST /api/console/screening/versions/list': operator(
    'screening.read',
    z.object({
      ...inOrder('POST /api/console/screening/versions/list'),
      ...span,
      list: text(10),
    }),
    keyed(versionRow),
  ),
  /** A version with what it changes, one kind of change at a time. */
  'POST /api/console/screening/versions/show': operator(
    'screening.read',
    version.extend({
      ...inOrder('POST /api/console/screening/versions/show'),
      change: oneOf(versionChanges).default('added'),
    }),
    z.object({
      version: versionRow,
      changes: keyed(
        z.object({
          ref: z.string(),
          names: z.array(z.string()),
          births: z.array(z.string()),
          countries: z.array(z.string()),
          /** As the version before says it, where that differs. */
          before: z.object({ names: z.array(z.string()), births: z.array(z.string()) }).nullable(),
        }),
      ),
    }),
  ),
  /** A file comes in pieces, so that a long one needs neither a long request nor memory. */
  'POST /api/console/screening/upload/begin': operator(
    'screening.lists',
    z.object({ list, format, filename: text(200), bytes: int8 }),
    z.object({ version_id: z.number().int(), part_bytes: z.number().int() }),
  ),
  'POST /api/console/screening/upload/part': operator(
    'screening.lists',
    version.extend({ no: int4, content: z.base64().max(700_000) }),
    z.null(),
    { large: true },
  ),
  'POST /api/console/screening/upload/finish': operator('screening.lists', version, z.null()),
  /** Lets a version count in place of the one before it; another person than who brought it. */
  'POST /api/console/screening/versions/approve': operator(
    'screening.approve',
    version.extend({ remark }),
    z.null(),
    once,
  ),
  'POST /api/console/screening/versions/reject': operator(
    'screening.lists',
    version.extend({ remark }),
    z.null(),
    once,
  ),
  /** The comparisons of all members, newest first. */
  'POST /api/console/screening/runs/list': operator(
    'screening.read',
    z.object({ ...inOrder('POST /api/console/screening/runs/list'), ...span }),
    keyed(
      z.object({
        run_id: z.number().int(),
        reason: oneOf(runReasons),
        asked_by: z.string(),
        created_at: time,
        finished_at: z.string(),
        members: z.number().int(),
        hits: z.number().int(),
      }),
    ),
  ),
  /** Compares all members now instead of at its hour. */
  'POST /api/console/screening/run': operator('screening.review', nothing, z.null(), once),
} as const
