import { z } from 'zod'
import { inOrder, keyed, span } from '../listed.ts'
import { operator } from '../call.ts'
import { advertStated } from '../adverts/console.ts'
import { proposal } from '../desk/proposal.ts'
import { letterForm } from '../message/console.ts'
import { moment, picture, remark, target } from '../consoleFields.ts'
import { flag, int2, int4, int8, nothing, oneOf, page, paged, text, time } from '../fields.ts'
import { draft, draftBy } from './versions.ts'

/** A version of a setting: what it was, who made it, when and why. */
export const settingVersion = z.object({
  version: z.number().int(),
  value: z.unknown(),
  changed_by: z.string(),
  changed_at: time,
  note: z.string(),
  proposed_by: z.string(),
})

/** A setting as a form can show it: its JSON Schema, its value, and where it comes from. */
export const settingShown = z.object({
  key: z.string(),
  label: z.string(),
  /** 0 while only the defaults stand. */
  version: z.number().int(),
  schema: z.record(z.string(), z.unknown()),
  value: z.unknown(),
  /** The newest versions, newest first. */
  versions: z.array(settingVersion),
})

/** A row that was not changed since it was seen; empty for a new one. */
const seen = text(32)

const html = text(16_000)

const rank = int2
  .optional()
  .transform(value => value ?? 0)
  .pipe(z.number().min(0).max(9_999))

/**
 * From when and until when it shows, Beijing time; empty for no bound. `live` says whether it shows
 * now.
 */
const shows = { shows_from: z.string(), shows_until: z.string(), live: z.boolean() }

/** Which segment sees it, its name marked where it is out of use; 0 and empty for everybody. */
const audience = { segment_id: z.number().int(), segment: z.string() }

const schedule = { shows_from: moment.optional(), shows_until: moment.optional() }

const bannerRow = z.object({
  id: z.number().int(),
  seen: z.string(),
  kind: z.number().int(),
  src: z.string(),
  title: z.string(),
  /** Where it leads; empty for nowhere. */
  link: z.string(),
  rank: z.number().int(),
  enabled: z.boolean(),
  ...audience,
  ...shows,
  draft_by: draftBy,
})

const noticeRow = z.object({
  id: z.number().int(),
  seen: z.string(),
  content: z.string(),
  rank: z.number().int(),
  enabled: z.boolean(),
  created_at: time,
  ...shows,
  draft_by: draftBy,
})

const articleRow = z.object({
  type: z.number().int(),
  seen: z.string(),
  title: z.string(),
  content: z.string(),
  /** Empty while nobody has written it. */
  changed_at: z.string(),
  /** What replaces it from a moment on. */
  next: z
    .object({ title: z.string(), content: z.string(), shows_from: time, written_by: z.string() })
    .nullable(),
  /** The published version of the terms that members read in its place; 0 for none. */
  terms_version: z.number().int(),
  draft_by: draftBy,
})

const sendingRow = z.object({
  id: z.number().int(),
  audience: oneOf({ all: '全部会员', some: '指定会员' }),
  /** The segment it went to; empty for none. */
  segment: z.string(),
  /** Null for all. */
  recipients: z.number().int().nullable(),
  /** How many the guards let through; null for all, and for letters of earlier releases. */
  reached: z.number().int().nullable(),
  title: z.string(),
  content: z.string(),
  sent_by: z.string(),
  /** The second person of a message to many. */
  approved_by: z.string(),
  sent_at: time,
  withdrawn_by: z.string(),
  withdrawn_at: z.string(),
})

/** Whether what was asked for waits for a second person. */
const waits = z.object({ waits: z.boolean() })

const once = { once: true } as const

/** What the member app shows: settings, pictures, notices, articles, letters. */
export const siteConsole = {
  'POST /api/console/site/show': operator(
    'site.read',
    nothing,
    settingShown.extend({
      proposal: proposal.nullable(),
      /** Of the popup. */
      draft_by: draftBy,
    }),
  ),
  /**
   * `version` is the one the form began with. What sends members somewhere, speaks to all of them
   * or pays waits for a second person.
   */
  'POST /api/console/site/save': operator(
    'site.write',
    z.object({
      version: z.number().int(),
      value: z.unknown(),
      note: remark,
      /** Of a popup; the note is the reason too. */
      advert: advertStated,
      /** Keeps what the form has of the popup, and nothing else. */
      draft,
    }),
    waits,
    once,
  ),
  /** HTML as members get it: nothing in it runs. */
  'POST /api/console/site/preview': operator(
    'site.read',
    z.object({ html }),
    z.object({ html: z.string() }),
  ),
  /** Addresses that content may lead to, by what stands in their names. */
  'POST /api/console/link-targets': operator(
    'site.read',
    z.object({ kind: z.enum(['activity', 'game']), q: text(40) }),
    z.array(z.object({ address: z.string(), label: z.string() })).max(50),
  ),
  'POST /api/console/banners/list': operator('site.read', z.object({ page }), paged(bannerRow)),
  'POST /api/console/banners/save': operator(
    'site.write',
    z.object({
      id: int4,
      seen,
      kind: int2,
      src: picture,
      title: text(50),
      /** Left out, it leads where it led before. */
      link: target.optional(),
      rank,
      enabled: flag,
      /** Number of a segment; 0 for everybody, visitors included. */
      segment_id: int8.default(0),
      ...schedule,
      advert: advertStated,
      draft,
    }),
    z.null(),
    once,
  ),
  'POST /api/console/banners/remove': operator(
    'site.write',
    z.object({ id: int4, seen }),
    z.null(),
    once,
  ),
  'POST /api/console/notices/list': operator('site.read', z.object({ page }), paged(noticeRow)),
  'POST /api/console/notices/save': operator(
    'site.write',
    z.object({
      id: int4,
      seen,
      content: text(500),
      rank,
      enabled: flag,
      ...schedule,
      advert: advertStated,
      draft,
    }),
    z.null(),
    once,
  ),
  'POST /api/console/notices/remove': operator(
    'site.write',
    z.object({ id: int4, seen }),
    z.null(),
    once,
  ),
  'POST /api/console/articles/list': operator('site.read', z.object({ page }), paged(articleRow)),
  'POST /api/console/articles/save': operator(
    'site.write',
    z.object({
      type: int2,
      seen,
      title: text(50),
      content: html,
      /** Empty for at once. */
      shows_from: moment.optional(),
      advert: advertStated,
      draft,
    }),
    z.null(),
    once,
  ),
  /** Takes back what was to replace an article. */
  'POST /api/console/articles/withdraw': operator(
    'site.write',
    z.object({ type: int2 }),
    z.null(),
    once,
  ),
  'POST /api/console/messages/list': operator(
    'message.read',
    z.object({ ...inOrder('POST /api/console/messages/list'), ...span }),
    keyed(sendingRow),
  ),
  /**
   * `members`: names or ids, apart from each other by spaces, commas or lines; not read for `all`.
   * To all, to a segment, or to more than one operator may write to in a day, it waits for a second
   * person; who belongs to a segment is found when it is sent: when that person approves, or at
   * `send_at`, which only letters to all or to a segment have.
   */
  'POST /api/console/messages/send': operator(
    'message.send',
    z.object({
      audience: z.enum(['all', 'some', 'segment']),
      segment_id: int8.default(0),
      members: text(20_000),
      ...letterForm,
      /** The draft that it was; submitted, there is none any more. 0 for none. */
      draft_id: int8.default(0),
      /** What is stated of an offer; not read for what is of service. */
      advert: advertStated,
    }),
    waits.extend({ recipients: z.number().int().nullable() }),
    once,
  ),
  /** What waits for a second person. */
  'POST /api/console/messages/waiting': operator('message.read', nothing, z.array(proposal)),
  'POST /api/console/messages/withdraw': operator(
    'message.send',
    z.object({ id: int8 }),
    z.null(),
    once,
  ),
} as const
