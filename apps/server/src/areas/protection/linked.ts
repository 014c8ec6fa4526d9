// One person, one exclusion: other accounts that are clearly of the same person are blocked for
// as long.
import type { Tx } from '@tianping/database'
import { writeAct } from './store/block.sql.ts'
import { say } from '@tianping/contract/refusals'
import { Refusal } from '../../kernel/http/refusal.ts'
import { accountsAlike, isExcludedPerson, linkTo, lockLikeness } from './store/link.sql.ts'
import { endPlayAt } from './store/play.sql.ts'

/** More accounts of one person than this are a matter for staff. */
const MOST_ALIKE = 50

type Linking = { memberId: bigint; now: Date }

async function link(tx: Tx, p: Parameters<typeof linkTo>[1]): Promise<boolean> {
  if ((await linkTo(tx, p)) === 0) return false
  // A game that is open ends like one whose time is over.
  await endPlayAt(tx, p.memberId, p.now)
  const detail = { follows: Number(p.follows), likeness: p.likeness }
  await writeAct(tx, { memberId: p.memberId, at: p.now, act: 'linked', detail })
  return true
}

/** Blocks the other accounts of somebody who is excluded from now on; answers whose they are. */
export async function blockAlike(tx: Tx, linking: Linking): Promise<bigint[]> {
  await lockLikeness(tx, linking.memberId)
  return blockOthers(tx, linking)
}

/** Refuses an account that was just written, of a person who is excluded; under the same lock. */
export async function refuseExcludedPerson(
  tx: Tx,
  { memberId, ...person }: Parameters<typeof isExcludedPerson>[1] & { memberId: bigint },
): Promise<void> {
  await lockLikeness(tx, memberId)
  if (await isExcludedPerson(tx, person)) throw new Refusal(say('protection.account_unavailable'))
}

async function blockOthers(tx: Tx, { memberId, now }: Linking): Promise<bigint[]> {
  const blocked: bigint[] = []
  for (const { memberId: other, likeness } of await accountsAlike(tx, memberId, MOST_ALIKE))
    if (await link(tx, { memberId: other, follows: memberId, likeness, now })) blocked.push(other)
  return blocked
}

/**
 * Blocks an account that turns out to be of somebody who is excluded, whichever of the two it is
 * that was changed. Asked wherever a name, a
 * birthday, a contact or a card of a member changes, in the same transaction.
 */
export async function followExclusion(tx: Tx, { memberId, now }: Linking): Promise<boolean> {
  await lockLikeness(tx, memberId)
  let linked = false
  for (const { memberId: other, likeness } of await accountsAlike(tx, memberId, MOST_ALIKE))
    linked = (await link(tx, { memberId, follows: other, likeness, now })) || linked
  // Of somebody who is excluded already, the account that is now seen to be another one's.
  await blockOthers(tx, { memberId, now })
  return linked
}
