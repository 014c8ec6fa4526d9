import { betStatus } from '@tianping/contract/records/facts'
import { transferState } from '@tianping/contract/venues/facts'
import { rows, sql, type Db } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { account } from '../../ledger/accounts.ts'
import type { Check, Difference, ExtraCheck } from '../../ledger/reconcile.ts'
import { readFeed } from './feed.ts'
import type { Venue } from './directory.ts'
import { at } from '../../kernel/present.ts'

/** Players of one balances call (docs/venue-protocol.md). */
const PAGE = 100
/**
 * A member may be playing meanwhile: a difference counts only when it is still there after the feed
 * was read again.
 */
const TRIES = 3

type Deps = Pick<Services, 'db' | 'clock' | 'venues' | 'bus' | 'log'>
type Expected = { memberId: bigint; walletFen: bigint }

/**
 * Asks every venue what its wallets hold and compares it, member by member, with what our own rows
 * say must be there: what was moved in, less what was moved out, and the net of the bets in
 * between, less the stakes still open. Members with a transfer in flight are left out: nobody knows
 * yet. A venue that does not answer is something to look at.
 */
export const checkVenues =
  (services: Deps): ExtraCheck =>
  async db => {
    const differences: Difference[] = []
    const silent: Difference[] = []
    for (const venue of await services.venues.all()) {
      if (venue.wallet === 'seamless') continue
      if (await checkVenue(services, db, venue, differences)) continue
      silent.push({ memberId: null, subject: venue.platname, expected: 'an answer', found: null })
    }
    const check = (
      name: string,
      rule: string,
      severity: Check['severity'],
      found: Difference[],
    ): Check => ({ name, rule, severity, differences: found.slice(0, 100) })
    return [
      check(
        'venue-wallets',
        'a venue wallet holds what was moved in, less what was moved out, and the net of the bets',
        'mismatch',
        differences,
      ),
      check('venues-answer', 'every venue answers', 'attention', silent),
      check(
        'open-stakes',
        'account 120 holds the stakes of the open bets at seamless venues, and nothing else',
        'mismatch',
        await strayStakes(db),
      ),
      check(
        'late-stakes',
        'a bet at a seamless venue ends within a day, one on a match within two weeks',
        'attention',
        await lateStakes(db, services.clock.now()),
      ),
      check(
        'short-rollbacks',
        'a win that was taken back was still in the wallet',
        'attention',
        await shortRollbacks(db),
      ),
    ]
  }

/** Answers false when the venue did not answer. */
async function checkVenue(
  services: Deps,
  db: Db,
  venue: Venue,
  differences: Difference[],
): Promise<boolean> {
  for (let after = 0n; ;) {
    const members = await expectedWallets(db, venue.venueId, { after, limit: PAGE })
    if (members.length === 0) return true
    after = at(members, -1).memberId
    let wrong: Difference[] = []
    for (let attempt = 0; attempt < TRIES && (attempt === 0 || wrong.length > 0); attempt++) {
      while ((await readFeed(services, venue)) > 0);
      const found = await compare(
        services,
        venue,
        await expectedWallets(db, venue.venueId, {
          after: at(members, 0).memberId - 1n,
          limit: PAGE,
          upTo: after,
        }),
      )
      if (found === null) return false
      wrong = found
    }
    differences.push(...wrong)
  }
}

async function compare(
  services: Deps,
  venue: Venue,
  members: Expected[],
): Promise<Difference[] | null> {
  const answer = await services.venues
    .client(venue)
    .balances({ players: members.map(each => each.memberId.toString()) })
  if (answer.kind !== 'ok') return null
  const held = new Map(answer.data.items.map(item => [item.player, item.available + item.frozen]))
  return members
    .filter(each => (held.get(each.memberId.toString()) ?? 0n) !== each.walletFen)
    .map(each => ({
      memberId: each.memberId,
      subject: venue.platname,
      expected: each.walletFen.toString(),
      found: (held.get(each.memberId.toString()) ?? 0n).toString(),
    }))
}

/** all members: an open stake belongs to an open bet, to the fen. */
const strayStakes = (db: Db) =>
  rows(
    db,
    sql<Difference>`
    with staked as (
      select b.member_id, b.venue_id, sum(b.stake_fen) as fen
      from bet b join seamless_call c on c.member_id = b.member_id and c.venue_id = b.venue_id and c.transaction_uuid::text = b.bet_id
      where b.status = ${sql.literal(betStatus.open)} group by 1, 2),
    held as (
      select member_id, venue_id, posted_balance as fen from ledger.account where account_code = ${sql.literal(account.memberStake)} and posted_balance > 0)
    select coalesce(s.member_id, h.member_id) as member_id, concat('120/', coalesce(s.venue_id, h.venue_id)) as subject,
      coalesce(s.fen, 0)::text as expected, coalesce(h.fen, 0)::text as found
    from staked s full join held h using (member_id, venue_id) where coalesce(s.fen, 0) <> coalesce(h.fen, 0) limit 100`,
  )

/** all members: a bet without an end is asked about at the venue; its stake waits meanwhile. */
const lateStakes = (db: Db, now: Date) =>
  rows(
    db,
    sql<Difference>`
    select b.member_id, concat_ws(' ', v.platname, b.bet_id) as subject, 'an end' as expected, concat(b.stake_fen, ' open since ', b.placed_at) as found
    from bet b join venue v using (venue_id) join seamless_call c on c.member_id = b.member_id and c.venue_id = b.venue_id and c.transaction_uuid::text = b.bet_id
    where b.status = ${sql.literal(betStatus.open)}
      and b.placed_at < ${now}::timestamptz - case when v.category in ('sport', 'gaming') then interval '14 days' else interval '1 day' end
    order by b.placed_at limit 100`,
  )

/** all members: what a venue took back and nobody has paid it. */
const shortRollbacks = (db: Db) =>
  rows(
    db,
    sql<Difference>`
    select c.member_id, concat_ws(' ', v.platname, c.transaction_uuid) as subject, c.short_fen::text as expected, '0' as found
    from seamless_call c join venue v using (venue_id) where c.short_fen > 0 order by c.at desc limit 100`,
  )

const expectedWallets = (
  db: Db,
  venueId: number,
  page: { after: bigint; limit: number; upTo?: bigint },
) =>
  rows(
    db,
    sql<Expected>`
    select p.member_id, (
      coalesce((select sum(case direction when 'IN' then moved_fen else -moved_fen end) from venue_transfer t
        where t.member_id = p.member_id and t.venue_id = p.venue_id and t.state = ${sql.literal(transferState.done)}), 0)
      + coalesce((select sum(case status when ${sql.literal(betStatus.settled)} then net_fen when ${sql.literal(betStatus.open)} then -stake_fen else 0 end) from bet b
        where b.member_id = p.member_id and b.venue_id = p.venue_id), 0))::bigint as wallet_fen
    from venue_player p
    where p.venue_id = ${venueId} and p.member_id > ${page.after} and p.member_id <= coalesce(${page.upTo ?? null}::bigint, 9223372036854775807)
      and not exists (select 1 from venue_transfer t where t.member_id = p.member_id and t.venue_id = p.venue_id and t.state = ${sql.literal(transferState.pending)})
    order by p.member_id limit ${page.limit}`,
  )
