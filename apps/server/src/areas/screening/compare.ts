// Compares members with the entries of all lists that count. Candidates share a key with the
// member; only they are scored.
import { PEP_LIST } from '@tianping/contract/screening/facts'
import type { Db, Tx } from '@tianping/database'
import type { SealingKeys } from '../../kernel/cardNumber.ts'
import { numberDigests } from '../../kernel/cardNumber.ts'
import { togetherOrAlone } from '../../kernel/jobs/eachAlone.ts'
import { memberKeys, subjectDigest } from './entryKeys.ts'
import { scoreOf } from './names/score.ts'
import type { ScreeningRule } from './setting.ts'
import {
  candidates,
  dropStale,
  holdersOf,
  keepHits,
  settledOf,
  type Compared,
  type FoundHit,
  type StoredPart,
} from './store/hit.sql.ts'
import {
  activeVersions,
  entriesById,
  walletEntries,
  type StoredEntry,
} from './store/version.sql.ts'

/**
 * Pairs of key and entry that are looked at together: members with commoner names are compared in
 * smaller groups.
 */
const MOST_PAIRS = 50_000
/** Exposed persons that are to be looked at for one member, the likeliest; of sanctions all are. */
const MOST_EXPOSED = 20
const MOST_WALLET_ENTRIES = 20_000
const STALE = '系统：名单条目或会员资料已变更，不再匹配'

const thresholdOf = (rule: ScreeningRule, { list }: Pick<StoredEntry, 'list'>) =>
  list === PEP_LIST ? rule.pepThreshold : rule.threshold

type Candidate = { member: Compared; entries: Set<bigint> }

/** The entries that share a key with each member. */
async function candidatesOf(tx: Tx, versions: bigint[], members: Compared[]): Promise<Candidate[]> {
  const keyed = members.map(member => ({
    member,
    keys: memberKeys(member.realname),
    entries: new Set<bigint>(),
  }))
  const byKey = new Map<bigint, Set<bigint>[]>()
  for (const { keys, entries } of keyed)
    for (const key of keys) byKey.set(key, [...(byKey.get(key) ?? []), entries])
  const pairs = await candidates(tx, versions, [...byKey.keys()], MOST_PAIRS)
  const half = Math.ceil(members.length / 2)
  if (pairs.length === MOST_PAIRS && members.length > 1)
    return [
      ...(await candidatesOf(tx, versions, members.slice(0, half))),
      ...(await candidatesOf(tx, versions, members.slice(half))),
    ]
  for (const { key, entryId } of pairs)
    for (const entries of byKey.get(key) ?? []) entries.add(entryId)
  return keyed
}

function scored(member: Compared, entry: StoredEntry, rule: ScreeningRule): FoundHit | undefined {
  const { score, parts } = scoreOf(
    { name: member.realname, birthday: member.birthday, countries: [] },
    entry.data,
  )
  if (score < thresholdOf(rule, entry)) return undefined
  return foundHit(
    member,
    entry,
    score,
    // The member's own name stays in one place.
    parts.map(({ part, listed, points }) => ({ part, listed, points })),
  )
}

const foundHit = (
  { memberId, realname, birthday }: Compared,
  { entryId, list }: StoredEntry,
  score: number,
  parts: StoredPart[],
): FoundHit => ({
  memberId,
  entryId,
  source: 'name',
  list,
  score,
  parts,
  subject: subjectDigest(realname, birthday),
})

const pairOf = ({ memberId, entryId }: Pick<FoundHit, 'memberId' | 'entryId'>) =>
  `${memberId}:${entryId}`

/** What is kept of each member's matches, which come the likeliest first. */
async function keptOf(tx: Tx, matches: FoundHit[][]): Promise<FoundHit[]> {
  const exposed = matches.flat().filter(({ list }) => list === PEP_LIST)
  const settled = new Set((await settledOf(tx, exposed)).map(pairOf))
  const takesPlace = (hit: FoundHit) => hit.list === PEP_LIST && !settled.has(pairOf(hit))
  return matches.flatMap(own => {
    const left = new Set(own.filter(takesPlace).slice(MOST_EXPOSED))
    return own.filter(hit => !left.has(hit))
  })
}

/** Compares some members and keeps what is found; answers how many matches are new. */
export async function compareMembers(
  tx: Tx,
  members: Compared[],
  rule: ScreeningRule,
  now: Date,
): Promise<number> {
  const versions = (await activeVersions(tx)).map(({ versionId }) => versionId)
  const all = await candidatesOf(tx, versions, members)
  const ids = [...new Set(all.flatMap(({ entries }) => [...entries]))]
  const entries = new Map((await entriesById(tx, ids)).map(each => [each.entryId, each]))
  const matches = all.map(({ member, entries: near }) =>
    [...near]
      .map(id => entries.get(id))
      .map(entry => entry && scored(member, entry, rule))
      .filter(hit => hit !== undefined)
      .toSorted((a, b) => b.score - a.score || Number(a.entryId - b.entryId)),
  )
  const fresh = await keepHits(tx, await keptOf(tx, matches), now)
  const compared = members.map(({ memberId }) => memberId)
  await dropStale(tx, compared, matches.flat(), { at: now, remark: STALE })
  return fresh
}

/** An entry that names the address; several lists may. */
type Named = { entry: StoredEntry; address: string }
type WalletMatch = { holder: Compared; entry: StoredEntry; addresses: Set<string> }

/** Members who are paid to an address that a list names; answers how many matches are new. */
export async function compareWallets(db: Db, keys: SealingKeys, now: Date): Promise<number> {
  const byDigest = new Map<string, Named[]>()
  for (const entry of await walletEntries(db, MOST_WALLET_ENTRIES))
    for (const address of entry.data.wallets)
      for (const digest of numberDigests(keys, address).map(each => each.toString('hex')))
        byDigest.set(digest, [...(byDigest.get(digest) ?? []), { entry, address }])
  if (byDigest.size === 0) return 0
  const holders = await holdersOf(
    db,
    [...byDigest.keys()].map(hex => Buffer.from(hex, 'hex')),
  )
  const found = new Map<string, WalletMatch>()
  for (const holder of holders)
    for (const { entry, address } of byDigest.get(holder.digest.toString('hex')) ?? []) {
      const pair = pairOf({ memberId: holder.memberId, entryId: entry.entryId })
      const addresses = found.get(pair)?.addresses ?? new Set()
      found.set(pair, { holder, entry, addresses: addresses.add(address) })
    }
  const hits = [...found.values()].map(walletHit)
  return togetherOrAlone(hits, some => keepHits(db, some, now))
}

function walletHit({ holder, entry, addresses }: WalletMatch): FoundHit {
  const all = [...addresses].toSorted()
  const parts = all.map((listed): StoredPart => ({ part: 'wallet', listed, points: 100 }))
  const subject = subjectDigest(holder.realname, holder.birthday, all)
  return { ...foundHit(holder, entry, 100, parts), source: 'wallet', subject }
}
