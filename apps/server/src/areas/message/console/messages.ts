import { randomBytes } from 'node:crypto'
import { likeOffer, offerWordsIn } from '@tianping/contract/adverts/rules'
import { say } from '@tianping/contract/refusals'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import type { Db, Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { advertSetting, checkLetter, type Stated } from '../../adverts/adverts.ts'
import { holdPictures } from '../../media/media.ts'
import { whoMayBenefit } from '../../protection/protection.ts'
import { segmentOf } from '../../segments/segments.ts'
import { BROADCAST } from './broadcastRule.ts'
import { send, type Letter } from '../letter.ts'
import { plannedFor } from '../plan.ts'
import { deleteDraft } from '../store/letters.sql.ts'
import { checkMessage, withdrawBroadcast } from '../send.ts'
import type { AuditEntry } from '../../../kernel/operator/audit.ts'
import { knownLinks } from '../../../kernel/operator/knownLinks.ts'
import { proposalOf, propose } from '../../../kernel/operator/proposal.ts'
import { openProposals } from '../../../kernel/operator/proposal.sql.ts'
import type { By } from '../../../kernel/operator/settingForm.ts'
import { lockSetting } from '../../../kernel/operator/settingForm.sql.ts'
import { safeHtml } from '../../../kernel/safeHtml.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import {
  deleteMessages,
  lockSending,
  markWithdrawn,
  membersNamed,
  recipientsAlone,
  sendingRows,
} from '../store/messages.sql.ts'

/** Names that one form can hold; more is everybody, or several sendings. */
const MAX_NAMES = 1_000
/** Whom one operator writes to within a day without a second person. */
const MAX_ALONE = 50
const MAX_WAITING = 20
const DAY_MS = 86_400_000

/**
 * Whom the form names; refuses when one of them is nobody, so that no message is lost to a typing
 * mistake.
 */
async function recipientsOf(db: Db, typed: string): Promise<bigint[]> {
  const names = [...new Set(typed.split(/[\s,，;；、]+/).filter(Boolean))]
  if (names.length === 0) throw new Refusal(say('message.recipients_missing'), { field: 'members' })
  if (names.length > MAX_NAMES)
    throw new Refusal(say('message.recipients_many', { max: MAX_NAMES }), {
      field: 'members',
    })
  const found = await membersNamed(db, names)
  const known = new Set(found.flatMap(each => [each.name.toLowerCase(), each.memberId.toString()]))
  const unknown = names.filter(name => !known.has(name.toLowerCase()))
  if (unknown.length > 0)
    throw new Refusal(
      say('message.recipients_unknown', {
        members:
          unknown.slice(0, 5).join('、') + (unknown.length > 5 ? ` 等 ${unknown.length} 个` : ''),
      }),
      { field: 'members' },
    )
  const twice = names.find(
    name =>
      found.filter(
        each => each.name.toLowerCase() === name.toLowerCase() || each.memberId.toString() === name,
      ).length > 1,
  )
  if (twice)
    throw new Refusal(say('desk.ambiguous_recipient', { typed: twice }), { field: 'members' })
  return [...new Set(found.map(each => each.memberId))]
}

/** To all or a segment, or to more members than one operator alone may reach within a day. */
async function reachesMany(tx: Tx, { audience, member_ids }: Letter, by: By): Promise<boolean> {
  if (audience !== 'some') return true
  // Two messages at one moment count together.
  await lockSetting(tx, `messages:${by.name}`)
  const before = await recipientsAlone(tx, by.name, new Date(by.at.getTime() - DAY_MS))
  return before + member_ids.length > MAX_ALONE
}

type Found = Record<string, unknown>

/**
 * An offer is looked through before it leaves, like whatever else members are offered. A letter of
 * service is not, but what makes it read like an offer is told.
 */
async function checked(tx: Tx, letter: Letter, stated: Stated, by: By): Promise<Found> {
  const { kind, heading: title, content: html } = letter
  if (kind === 'offer')
    return checkLetter(tx, { subject: 'message:0', title, html, stated, by: by.name, at: by.at })
  const advert = likeOffer(offerWordsIn([title, html], (await advertSetting(tx)).words))
  return advert === '' ? {} : { advert }
}

/**
 * Whether a letter of service that reads like an offer would reach somebody to whom nothing may be
 * offered. One operator alone does not decide that it is none.
 */
async function evadesGuard(tx: Tx, { kind, member_ids }: Letter, found: Found, now: Date) {
  if (kind === 'offer' || found['advert'] === undefined) return false
  const asked = member_ids.map(BigInt)
  return (await whoMayBenefit(tx, asked, now)).length < asked.length
}

async function proposeBroadcast(tx: Tx, letter: Letter, found: Found, by: By): Promise<AuditEntry> {
  await lockSetting(tx, BROADCAST)
  if ((await openProposals(tx, BROADCAST)).length >= MAX_WAITING)
    throw new Refusal(say('message.many_wait'))
  const key = `${BROADCAST}${randomBytes(8).toString('hex')}`
  const note = `站内信：${letter.heading}`
  // Whoever decides reads what speaks against it, and why it is to be sent all the same.
  const value = { ...letter, ...found }
  return propose(tx, { key, label: note }, { version: 0, before: null, value, note, by })
}

async function sendAlone(
  services: Pick<Services, 'db' | 'settings'>,
  tx: Tx,
  letter: Letter,
  found: Found,
  by: By,
): Promise<AuditEntry> {
  await knownLinks({ ...services, db: tx }, letter.content, 'content')
  const id = await send(tx, letter, { sentBy: by.name, approvedBy: '', at: by.at })
  return {
    action: 'message.send',
    subject: `sending:${id}`,
    after: {
      audience: letter.audience,
      title: letter.heading,
      recipients: letter.member_ids.length,
      ...found,
    },
  }
}

export const messageHandlers = {
  'POST /api/console/messages/list': async ({ db, body }) => {
    const paging = pagingOf(body, [...ownIds, 'sent_at'], true)
    const found = await sendingRows(db, { paging, ...narrowedOf(body) })
    const data = found.rows.map(row => ({
      id: Number(row.sendingId),
      audience: row.audience,
      segment: row.segment ?? '',
      recipients: row.audience === 'all' ? null : row.recipients,
      reached: row.reached,
      title: row.title,
      content: row.content,
      sent_by: row.sentBy,
      approved_by: row.approvedBy,
      sent_at: beijing(row.sentAt),
      withdrawn_by: row.withdrawnBy,
      withdrawn_at: row.withdrawnAt ? beijing(row.withdrawnAt) : '',
    }))
    return { data: keyedPage(paging, found, data) }
  },
  'POST /api/console/messages/waiting': async ({ db }) => ({
    data: (await openProposals(db, BROADCAST)).map(each => proposalOf({ label: '群发' }, each)),
  }),
  'POST /api/console/messages/send': async context => {
    const {
      body: { audience, kind, product, channels, members, title, content, segment_id, ...body },
    } = context
    plannedFor(body.send_at, audience, context.clock.now())
    const memberIds = audience === 'some' ? await recipientsOf(context.db, members) : []
    checkMessage({ title, html: content })
    const segment =
      audience === 'segment' ? await segmentOf(context.db, BigInt(segment_id)) : undefined
    const letter: Letter = {
      audience,
      segment: segment?.name ?? '',
      segment_id: String(segment?.segmentId ?? 0),
      kind,
      product,
      channels,
      heading: title,
      content: safeHtml(content),
      member_ids: memberIds.map(String),
      advert: '',
      advert_reason: '',
      send_at: body.send_at.slice(0, 16),
    }
    const waits = await runAction(context, async (tx, at) => {
      const by = { name: context.operator.name, at }
      await holdPictures(tx, { content: letter.content })
      const found = await checked(tx, letter, body.advert, by)
      if (body.draft_id > 0) await deleteDraft(tx, BigInt(body.draft_id))
      const takesTwo =
        (await reachesMany(tx, letter, by)) || (await evadesGuard(tx, letter, found, at))
      return takesTwo
        ? { answer: true, entry: await proposeBroadcast(tx, letter, found, by) }
        : { answer: false, entry: await sendAlone(context, tx, letter, found, by) }
    })
    return {
      message: (waits ?? audience !== 'some') ? '已提交，等待另一位同事审批' : '已发送',
      data: {
        waits: waits ?? audience !== 'some',
        recipients: audience === 'some' ? memberIds.length : null,
      },
    }
  },
  'POST /api/console/messages/withdraw': async context => {
    const {
      operator,
      body: { id },
    } = context
    await runAction(context, async (tx, at) => {
      const sending = await lockSending(tx, id)
      if (!sending) throw new Refusal(say('message.not_found'))
      if (sending.withdrawnAt)
        throw new Refusal(say('message.withdrawn', { by: sending.withdrawnBy }))
      if (sending.messageId !== null) await withdrawBroadcast(tx, sending.messageId)
      else await deleteMessages(tx, sending)
      await markWithdrawn(tx, { sendingId: sending.sendingId, by: operator.name, at })
      return {
        answer: null,
        entry: {
          action: 'message.withdraw',
          subject: `sending:${id}`,
          before: { title: sending.title, withdrawn: false },
          after: { title: sending.title, withdrawn: true },
        },
      }
    })
    return { message: '已撤回', data: null }
  },
} satisfies ConsoleHandlers
