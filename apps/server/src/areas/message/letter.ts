import type { Tx } from '@tianping/database'
import { z } from 'zod'
import { safeHtml } from '../../kernel/safeHtml.ts'
import { membersOfSegment } from '../segments/segments.ts'
import { belowWeeklyCap, sendMessage } from './send.ts'
import { insertPost } from './store/post.sql.ts'
import { insertSending } from './store/messages.sql.ts'

/** The longest content, in characters of HTML as it is kept. */
export const LETTER_LENGTH = 20_000

/** A letter as it waits for a second person, or for its moment. */
export const messageSchema = z.object({
  audience: z.enum(['all', 'some', 'segment']),
  /** The name and number of a segment; who belongs to it is found when the message is sent. */
  segment: z.string().max(30).default(''),
  segment_id: z
    .string()
    .regex(/^\d{1,15}$/)
    .default('0'),
  /** Offers reach nobody who is blocked. */
  kind: z.enum(['offer', 'service']).default('offer'),
  /** What an offer is about; empty for all products. */
  product: z.enum(['', 'betting', 'casino', 'lottery']).default(''),
  /** How an offer goes out besides the inbox. */
  channels: z
    .array(z.enum(['mail', 'sms']))
    .max(2)
    .default([]),
  heading: z.string().max(100),
  content: z.string().max(LETTER_LENGTH),
  /** Of `some`. */
  member_ids: z.array(z.string().regex(/^\d{1,15}$/)).max(1_000),
  /** What the check of offers found, and why it is sent all the same. */
  advert: z.string().default(''),
  advert_reason: z.string().default(''),
  /** The moment of Beijing that it is planned for; empty for at once. */
  send_at: z.string().max(19).default(''),
})
export type Letter = z.output<typeof messageSchema>

/** Sends a message and keeps it with who sent it, so that it can be found and taken back. */
export async function send(
  tx: Tx,
  letter: Letter,
  by: { sentBy: string; approvedBy: string; at: Date },
): Promise<bigint> {
  const { audience, kind, product, channels, heading: title, content } = letter
  const segmentId = audience === 'segment' ? BigInt(letter.segment_id) : null
  const asked =
    segmentId === null
      ? letter.member_ids.map(BigInt)
      : await membersOfSegment(tx, segmentId, by.at)
  const isCapped = kind === 'offer' && audience !== 'all'
  const memberIds = isCapped ? await belowWeeklyCap(tx, asked, by.at) : asked
  const { messageId, recipients } = await sendMessage(tx, {
    to: audience === 'all' ? 'all' : memberIds,
    title,
    html: content,
    offer: kind === 'offer',
    product,
    by: by.sentBy,
    at: by.at,
  })
  const sendingId = await insertSending(tx, {
    audience: audience === 'all' ? 'all' : 'some',
    segmentId,
    product,
    title,
    content: safeHtml(content),
    messageId,
    memberIds,
    reached: recipients,
    sentBy: by.sentBy,
    approvedBy: by.approvedBy,
    sentAt: by.at,
  })
  for (const channel of new Set(kind === 'offer' ? channels : []))
    await insertPost(tx, sendingId, channel)
  return sendingId
}
