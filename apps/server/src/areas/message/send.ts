import type { OfferProduct } from '@tianping/contract/consents/facts'
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { Refusal } from '../../kernel/http/refusal.ts'
import { refuseForeignPictures, safeHtml } from '../../kernel/safeHtml.ts'
import { EVERYBODY } from '../../kernel/live/bus.ts'
import { mayBeContacted, protectionSetting } from '../protection/protection.ts'
import { membersOffered } from './store/messages.sql.ts'
import { insertBroadcast, insertForMembers, withdrawBroadcastRow } from './store/message.sql.ts'

/** A longer list is everybody, or several sendings. */
export const MAX_RECIPIENTS = 10_000

export type Sending = {
  to: bigint[] | 'all'
  title: string
  html: string
  /** An offer, unless it is said to be of service: only that reaches blocked members too. */
  offer?: boolean
  /** What an offer is about; all products when it is left out. */
  product?: OfferProduct | ''
  by: string
  at: Date
}

/** The content as members get it; refuses a message that has no title or says nothing. */
export function checkMessage({ title, html }: Pick<Sending, 'title' | 'html'>): string {
  refuseForeignPictures(html, 'content')
  const content = safeHtml(html)
  if (title.trim() === '' || title.length > 100)
    throw new Refusal(say('message.title_length'), { field: 'title' })
  if (content.trim() === '' || content.length > 20_000)
    throw new Refusal(say('message.content_missing'), { field: 'content' })
  return content
}

const WEEK_MS = 7 * DAY_MS

/** Those of some members whom another offer may reach this week (`protection.offersAWeek`). */
export async function underWeeklyCap(db: Db, memberIds: bigint[], at: Date): Promise<bigint[]> {
  const { offersAWeek: most } = await protectionSetting(db)
  if (most === 0) return memberIds
  const since = new Date(at.getTime() - WEEK_MS)
  const full = await membersOffered(db, { memberIds, since, most })
  return memberIds.filter(memberId => !full.has(memberId))
}

/** The same; refuses when there is none. */
export async function belowWeeklyCap(db: Db, memberIds: bigint[], at: Date): Promise<bigint[]> {
  const left = await underWeeklyCap(db, memberIds, at)
  if (left.length > 0) return left
  const { offersAWeek: max } = await protectionSetting(db)
  throw new Refusal(say('message.offers_full', { max }))
}

/** Sends an operator's message to some members or to all; answers how many got it, null for all. */
export async function sendMessage(
  db: Db,
  { to, title, html, offer = true, product = '', by, at }: Sending,
): Promise<{ recipients: number | null; messageId: bigint | null }> {
  const content = checkMessage({ title, html })
  if (to === 'all') {
    const { messageId } = await insertBroadcast(db, { title, content, offer, product, at, by })
    db.changed(EVERYBODY)
    return { recipients: null, messageId }
  }
  if (to.length === 0 || to.length > MAX_RECIPIENTS)
    throw new Refusal(say('message.recipients', { max: MAX_RECIPIENTS }), {
      field: 'to',
      max: MAX_RECIPIENTS,
    })
  const asked = [...new Set(to)]
  const offering = { memberIds: asked, product, channel: 'inbox', now: at } as const
  const memberIds = offer ? await mayBeContacted(db, offering) : asked
  const kind = offer ? 'offer' : 'site'
  const recipients = await insertForMembers(db, { memberIds, title, content, at, kind })
  db.changed(...memberIds.map(String))
  return { recipients, messageId: null }
}

/** Takes a message to everybody back; answers whether there was one. */
export async function withdrawBroadcast(db: Db, messageId: bigint): Promise<boolean> {
  const withdrawn = (await withdrawBroadcastRow(db, messageId)) === 1
  db.changed(EVERYBODY)
  return withdrawn
}
