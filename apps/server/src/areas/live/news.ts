import type { LiveLetter, LiveState } from '@tianping/contract/live/facts'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { plainText } from '../../kernel/plainText.ts'
import { cashOf } from '../../ledger/ledger.ts'
import { waitingOf } from '../cashier/cashier.ts'
import { lettersAfter, unreadAmong, type Letter } from '../message/message.ts'
import { mayBeContacted, unaskedOffers } from '../protection/protection.ts'

/** What a stream that is taken up again gets at most, beside the newest messages. */
const RESUMED_MS = 24 * 3_600_000
/** By then whatever wrote a message with a lower number has committed. */
const SETTLED_MS = 10_000
const MAX_TEXT = 120

export type News = {
  memberId: bigint
  /** What was asked for. */
  after: bigint
  state: LiveState
  /** The oldest first; null for what is no longer offered to the member. */
  letters: { id: bigint; letter: LiveLetter | null }[]
  /** The highest number below which no message can appear any more. */
  settled: bigint
}

/** How things stand with these members, and their messages above a number: one read for all. */
export async function newsOf(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  asked: ReadonlyMap<bigint, bigint>,
): Promise<News[]> {
  const now = clock.now()
  const memberIds = [...asked.keys()]
  const unasked = await unaskedOffers(db, 'inbox')
  const since = new Date(now.getTime() - RESUMED_MS)
  const [cash, unread, waiting, letters] = await Promise.all([
    cashOf(db, memberIds),
    unreadAmong(db, memberIds, { now, unasked }),
    waitingOf(db, memberIds),
    lettersAfter(db, { memberIds, after: [...asked.values()], since, now, unasked }),
  ])
  const offered = letters.filter(({ kind }) => kind === 'offer').map(({ memberId }) => memberId)
  const may = offered.length > 0 ? await reachedByOffers(db, offered, now) : new Set()
  const settledAt = new Date(now.getTime() - SETTLED_MS)
  const own = Map.groupBy(letters, ({ memberId }) => memberId)
  return [...asked].map(([memberId, after]) => {
    const mine = own.get(memberId) ?? []
    return {
      memberId,
      after,
      state: {
        balance: yuanOf(cash.get(memberId) ?? 0n),
        messageNum: unread.get(memberId) ?? 0,
        deposits: waiting.get(memberId)?.deposits ?? 0,
        withdrawals: waiting.get(memberId)?.withdrawals ?? 0,
      },
      letters: mine.map(each => ({
        id: each.messageId,
        letter: each.kind === 'offer' && !may.has(memberId) ? null : letterOf(each),
      })),
      settled: mine.findLast(({ createdAt }) => createdAt <= settledAt)?.messageId ?? after,
    }
  })
}

/** A message was allowed when it was written; an exclusion since then keeps an offer back. */
const reachedByOffers = async (db: Services['db'], memberIds: bigint[], now: Date) =>
  new Set(
    await mayBeContacted(db, {
      memberIds: [...new Set(memberIds)],
      product: '',
      channel: 'inbox',
      now,
    }),
  )

const letterOf = ({ messageId, title, content, kind, link, createdAt }: Letter): LiveLetter => ({
  id: Number(messageId),
  title,
  text: plainText(content).replace(/\s+/g, ' ').slice(0, MAX_TEXT),
  kind,
  link,
  created_at: beijing(createdAt),
})
