// Payments in USDT that came from an address of a list.
import { hitState } from '@tianping/contract/screening/facts'
import type { Db, Tx } from '@tianping/database'
import { subjectDigest } from './entryKeys.ts'
import { keepHits, senderHits, type StoredPart } from './store/hit.sql.ts'
import { entriesNaming } from './store/version.sql.ts'

type Paid = {
  memberId: bigint
  /** The payment: each one asks anew, whatever was decided about an earlier one. */
  subject: string
  address: string
  now: Date
}

/** Keeps matches of senders with lists; answers the members who were paid from a listed address. */
export async function noteSenders(tx: Tx, all: Paid[]): Promise<ReadonlySet<bigint>> {
  const paid = all.filter(({ address }) => address !== '')
  const listed = new Set<bigint>()
  if (paid.length === 0) return listed
  const addresses = [...new Set(paid.map(({ address }) => address))]
  if ((await entriesNaming(tx, addresses)).length === 0) return listed
  for (const each of paid) if (await noteSender(tx, each)) listed.add(each.memberId)
  return listed
}

/** Keeps a match with each entry that names the sender's address; answers whether there is one. */
async function noteSender(tx: Tx, { memberId, subject, address, now }: Paid): Promise<boolean> {
  const entries = await entriesNaming(tx, [address])
  const parts: StoredPart[] = [{ part: 'sender', listed: address, points: 100 }]
  await keepHits(
    tx,
    entries.map(({ entryId, list }) => ({
      memberId,
      entryId,
      source: 'sender' as const,
      list,
      score: 100,
      parts,
      subject: subjectDigest(subject, address),
    })),
    now,
  )
  return entries.length > 0
}

/** What compliance says so far of payments from these addresses to the member. */
export async function senderVerdict(
  db: Db,
  memberId: bigint,
  addresses: string[],
): Promise<'clear' | 'open' | 'confirmed'> {
  const known = addresses.filter(address => address !== '')
  if (known.length === 0) return 'clear'
  const hits = await senderHits(db, memberId, known)
  if (hits.some(({ state }) => state === hitState.confirmed)) return 'confirmed'
  return hits.length > 0 ? 'open' : 'clear'
}
