// Offers by mail and SMS: a job asks, at the moment of sending, who wants them there.
import { transaction } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { noteSent, openPost } from '../message/message.ts'
import { plainText } from '../../kernel/plainText.ts'
import { mayBeContacted } from '../protection/protection.ts'
import { reachable } from './contacts.ts'
import { sendTo } from './send.ts'

const AT_ONCE = 100
/** An offer that has not left within a day is stale. */
const FRESH_MS = DAY_MS

const WAY_OUT = '不想再收到？登录后在“我的 → 个人信息与授权”关闭，立即生效。'

/** Sends the next page of what still goes out; answers how many members it looked at. */
export const postOffers = ({
  db,
  clock,
  outward,
}: Pick<Services, 'db' | 'clock' | 'outward'>): Promise<number> =>
  transaction(db, async tx => {
    const post = await openPost(tx, outward.channels, AT_ONCE)
    if (!post) return 0
    const { sendingId, channel, product, title, content, members } = post
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + FRESH_MS)
    const letter = {
      kind: 'offer',
      subject: title,
      text: `${plainText(content)}\n${WAY_OUT}`,
    } as const
    const wanted = await mayBeContacted(tx, { memberIds: members, product, channel, now })
    let sent = 0
    for (const memberId of wanted)
      for (const contact of await reachable(tx, outward, memberId))
        if (contact.channel === channel) {
          await sendTo(tx, outward, contact, { memberId, ...letter, product, at: now, expiresAt })
          sent++
        }
    const doneTo = members.at(-1) ?? 0n
    const doneAt = members.length < AT_ONCE ? now : null
    await noteSent(tx, { sendingId, channel, doneTo, sent, doneAt })
    return members.length
  })
