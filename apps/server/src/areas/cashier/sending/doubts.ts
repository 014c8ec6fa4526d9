// What speaks against approving a withdrawal without looking at it alone. A bulk approval and an
// automatic one ask the same.
import { sameHolder } from '@tianping/contract/holder'
import type { ConsoleGiven } from '@tianping/contract/console'
import { cardKind } from '@tianping/contract/cards/facts'
import type { Db } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { missingTurnover } from '../../../ledger/wagering.ts'
import { readMember } from '../../account/account.ts'
import { anyCard, membersSharingNumbers, type Card } from '../../cards/cards.ts'
import { holdsOn } from '../../holds/holds.ts'
import { flagsOf } from '../../risk/risk.ts'
import { isWatched } from '../../tags/tags.ts'
import { goingOf, withdrawalApprovable } from '../review.ts'
import { standing } from '../secondApproval.ts'
import type { Withdrawal } from '../store/withdrawal.sql.ts'

type Holder = ConsoleGiven<'POST /api/console/withdrawals/show'>['card']['holder']

/** Whether the card is in the member's name, as far as that is known. */
export async function holderOf(db: Db, memberId: bigint, card: Card): Promise<Holder> {
  if (card.kind === cardKind.usdt) return card.holderConfirmed ? 'confirmed' : 'unconfirmed'
  const { realname } = await readMember(db, memberId)
  return sameHolder(card.bankOwner, realname) ? 'match' : 'differs'
}

/** `operator` is who would approve it; empty for nobody. */
export async function doubtsAbout(db: Db, order: Withdrawal, operator: string, now: Date) {
  const { memberId } = order
  const card = await anyCard(db, memberId, order.cardId)
  // One after the other: a transaction has one connection.
  const holds = await holdsOn(db, goingOf(order, now))
  const flags = await flagsOf(db, memberId)
  const watched = await isWatched(db, memberId, beijingDay(now))
  const missingFen = await missingTurnover(db, memberId)
  const sharing = await membersSharingNumbers(db, memberId, 1)
  const holder = await holderOf(db, memberId, card)
  const two = await standing(db, withdrawalApprovable(order), operator, now)
  return {
    held: holds.length > 0,
    locked: card.locked,
    flagged: flags.length > 0,
    watched,
    turnover: missingFen > 0n,
    shared: sharing.length > 0,
    holder: holder === 'differs' || holder === 'unconfirmed',
    two,
  }
}
