// The library of pictures. A picture that stands anywhere can neither be retired nor removed: both
// lock it, and whoever saves content that uses it holds the same lock.
import {
  isAlt,
  MEDIA_ALT,
  MEDIA_BYTES,
  mediaAddress,
  mediaPlaces,
  type MediaSize,
} from '@tianping/contract/media/facts'
import { say } from '@tianping/contract/refusals'
import type { Db, Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { attempt, type Limit } from '../../../kernel/http/throttle.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { runAction, type Acting } from '../../../kernel/operator/runAction.ts'
import { isSameOperator } from '../../../kernel/operator/selfGuard.ts'
import { present } from '../../../kernel/present.ts'
import { addPicture } from '../add.ts'
import { drawn } from '../draw.ts'
import * as store from '../store/media.sql.ts'

/** Drawing is work, and a stolen session fills the library no faster. */
const byOperator: Limit = { attempts: 100, windowMs: 3_600_000 }
const MOST_PLACES = 20
const MOST_TOLD = 3

const subject = (mediaId: bigint | number) => `media:${mediaId}`

/** Pictures as the back office shows them, with their files and where they stand. */
async function shown(db: Db, pictures: store.Picture[]) {
  const ids = pictures.map(each => each.mediaId)
  const [files, places] = await Promise.all([
    store.filesOf(db, ids),
    store.placesOf(db, ids, { most: MOST_PLACES, when: 'now' }),
  ])
  return pictures.map(picture => {
    const own = files.filter(each => each.mediaId === picture.mediaId)
    const fileOf = (size: MediaSize) => {
      const { name, width, height } = present(
        own.find(each => each.size === size),
        size,
      )
      return { src: mediaAddress(name), width, height }
    }
    return {
      media_id: Number(picture.mediaId),
      name: picture.name,
      alt: picture.alt,
      width: picture.width,
      height: picture.height,
      bytes: own.reduce((sum, each) => sum + each.bytes, 0),
      banner: fileOf('banner'),
      card: fileOf('card'),
      popup: fileOf('popup'),
      thumb: fileOf('thumb'),
      added_by: picture.addedBy,
      added_at: beijing(picture.addedAt),
      retired_by: picture.retiredBy,
      retired_at: picture.retiredAt ? beijing(picture.retiredAt) : '',
      used_by: places
        .filter(each => each.mediaId === picture.mediaId)
        .map(({ kind, id, title }) => ({ kind, id: Number(id), title })),
    }
  })
}

function refuseAlt(alt: string) {
  if (!isAlt(alt)) throw new Refusal(say('media.alt', MEDIA_ALT), { field: 'alt' })
}

/** A picture that stands nowhere, locked. */
async function unused(tx: Tx, mediaId: bigint): Promise<store.Picture> {
  const found = existing(await store.lockPicture(tx, mediaId), 'media.not_found')
  const where = await whereOf(tx, mediaId, 'now')
  if (where !== '') throw new Refusal(say('media.used', { where }))
  return found
}

async function whereOf(tx: Tx, mediaId: bigint, when: 'now' | 'past'): Promise<string> {
  const places = await store.placesOf(tx, [mediaId], { most: MOST_TOLD, when })
  return places.map(({ kind, title }) => `${mediaPlaces[kind]}${title && `“${title}”`}`).join('、')
}

/**
 * A picture that members have seen is part of the history of what they read. It is removed by
 * another operator than the one who retired it, with a reason.
 */
async function refuseSeen(
  tx: Tx,
  { mediaId, retiredBy }: store.Picture,
  by: { operator: string; remark: string },
): Promise<string> {
  const past = await whereOf(tx, mediaId, 'past')
  if (past === '') return ''
  if (isSameOperator(retiredBy, by.operator))
    throw new Refusal(say('media.past', { where: past }), { rule: 'two_persons' })
  need(by.remark, 'media.past_reason', 'remark')
  return past
}

async function add(context: Acting, body: { name: string; alt: string; content: string }) {
  const { db, clock, operator } = context
  need(body.content, 'media.missing', 'content')
  refuseAlt(body.alt)
  const bytes = Buffer.from(body.content, 'base64')
  if (bytes.length > MEDIA_BYTES)
    throw new Refusal(say('media.bytes', { max: MEDIA_BYTES / 1_048_576 }), { field: 'content' })
  await attempt(db, `console:media:${operator.operatorId}`, byOperator, clock.now())
  const picture = await drawn(bytes)
  const name = body.name || '图片'
  return runAction(context, async (tx, at) => {
    const about = { name, alt: body.alt, by: operator.name, at }
    const { mediaId, known } = await addPicture(tx, picture, about)
    const { width, height } = picture
    const after = known
      ? { name: known.name, again: true }
      : { name, alt: body.alt, width, height, came_bytes: bytes.length }
    return {
      answer: { mediaId, known: known !== undefined },
      entry: { action: 'media.add', subject: subject(mediaId), after },
    }
  })
}

export const mediaHandlers = {
  'POST /api/console/media/list': async ({ db, body }) => {
    const paging = pagingOf(body, ownIds, true)
    const asked = { ...narrowedOf(body), retired: body.retired === '1', q: body.q, paging }
    const found = await store.pictureRows(db, asked)
    return { data: keyedPage(paging, found, await shown(db, found.rows)) }
  },
  'POST /api/console/media/add': async context => {
    const { db, body } = context
    const done = await add(context, body)
    if (!done) return { message: '已添加', data: { media_id: 0, known: true, picture: null } }
    const { mediaId, known } = done
    const stored = await store.pictureOf(db, mediaId)
    const [picture] = stored ? await shown(db, [stored]) : []
    return {
      message: known ? '素材库已有这张图片' : '已添加到素材库',
      data: { media_id: Number(mediaId), known, picture: picture ?? null },
    }
  },
  'POST /api/console/media/save': async context => {
    const { alt, media_id } = context.body
    refuseAlt(alt)
    await runAction(context, async tx => {
      const mediaId = BigInt(media_id)
      const before = existing(await store.lockPicture(tx, mediaId), 'media.not_found')
      await store.setAlt(tx, mediaId, alt)
      return {
        answer: null,
        entry: {
          action: 'media.save',
          subject: subject(mediaId),
          before: { alt: before.alt },
          after: { alt },
        },
      }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/media/retire': async context => {
    await runAction(context, async (tx, at) => {
      const mediaId = BigInt(context.body.media_id)
      const { name, alt, retiredAt } = await unused(tx, mediaId)
      if (!retiredAt) await store.setRetired(tx, mediaId, context.operator.name, at)
      return {
        answer: null,
        entry: { action: 'media.retire', subject: subject(mediaId), before: { name, alt } },
      }
    })
    return { message: '已停用', data: null }
  },
  'POST /api/console/media/restore': async context => {
    await runAction(context, async tx => {
      const mediaId = BigInt(context.body.media_id)
      const { name, alt } = existing(await store.lockPicture(tx, mediaId), 'media.not_found')
      await store.setRetired(tx, mediaId, '', null)
      return {
        answer: null,
        entry: { action: 'media.restore', subject: subject(mediaId), after: { name, alt } },
      }
    })
    return { message: '已恢复', data: null }
  },
  'POST /api/console/media/remove': async context => {
    await runAction(context, async tx => {
      const mediaId = BigInt(context.body.media_id)
      const found = await unused(tx, mediaId)
      if (!found.retiredAt) throw new Refusal(say('media.offered'))
      const { operator, body } = context
      const by = { operator: operator.name, remark: body.remark ?? '' }
      const past = await refuseSeen(tx, found, by)
      await store.deletePicture(tx, mediaId)
      const { name, alt, addedBy, retiredBy } = found
      const before = { name, alt, added_by: addedBy, retired_by: retiredBy, past }
      return {
        answer: null,
        entry: { action: 'media.remove', subject: subject(mediaId), before, note: by.remark },
      }
    })
    return { message: '已删除', data: null }
  },
} satisfies ConsoleHandlers
