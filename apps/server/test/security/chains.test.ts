// Thousands of random deeds, ten thousand by `npm run soak`: operators of every role who help
// whoever asks and adjust wallets, members, thieves who know both of a member's passwords, robbers
// of a session, strangers who recover passwords, and operators who go in with the password they
// reset. However the deeds fall together, money goes to a card that an intruder bound only after
// the wait or by the release of a second person, a second factor is passed by nobody who does not
// have it, and no operator brings it about alone.
import { rows, sql, theRow } from '@tianping/database'
import { afterAll, expect, test } from 'vitest'
import { reviewState } from '@tianping/contract/facts'
import { assertBooksHold } from '../support/books.ts'
import { adjustments, goIn, help, recover, reviews } from './chains/deeds.ts'
import {
  accounts,
  actorIn,
  clock,
  counts,
  DEEDS,
  HOUR_MS,
  operators,
  owner,
  pass,
  pick,
  random,
  reviewers,
  SEED,
  WAIT_HOURS,
  type Account,
} from './chains/world.ts'

afterAll(() => assertBooksHold(owner))
/** What ends a run that hangs; ten thousand deeds on a busy machine are no failure. */
const BUSY_MS = 1_200_000

/** Somebody has the member's session, in another browser, and the payment password. */
function rob(of: Account) {
  const robber = actorIn(of, 'robber')
  robber.token = actorIn(of, of.name).token
  robber.since ??= clock.now().getTime()
  robber.known.pay = of.now.pay
  return robber
}

/** What somebody does next; answers how many deeds it were. */
async function next(): Promise<number> {
  const of = pick(accounts)
  const own = actorIn(of, of.name)
  const chance = random()
  const { login, pay } = of.now
  if (chance < 0.1) await pass()
  else if (chance < 0.4) await pick(reviews)(of, pick(reviewers))
  else if (chance < 0.5) await pick(help)(of, pick(operators))
  else if (chance < 0.55) await pick(adjustments)(of, pick(reviewers))
  // A member who no longer comes in gets the passwords back in person.
  else if (chance < 0.58) own.known = { ...own.known, login, pay }
  // A thief looks over the member's shoulder.
  else if (chance < 0.62) Object.assign(actorIn(of, 'thief').known, { login, pay })
  else if (chance < 0.66) await recover(of, pick([own, ...of.actors.values()]))
  else if (chance < 0.74) return goIn(of, rob(of))
  else return goIn(of, pick([own, ...of.actors.values()]))
  return 1
}

type Approved = {
  withdrawalNo: string
  memberId: bigint
  cardId: bigint
  decidedAt: Date
  people: string[]
  released: boolean
}
/** Approved payouts with everybody who had a hand in them. */
const approvedPayouts = () =>
  rows(
    owner,
    sql<Approved>`
    select w.withdrawal_no, w.member_id, w.card_id, w.decided_at,
      array_remove(array[w.decided_by] || array(select operator from first_approval where subject = 'withdrawal:' || w.withdrawal_no) || array(select operator from hold_release where subject = 'withdrawal:' || w.withdrawal_no)
        || array(select unnest(array[asked_by, decided_by]) from pay_password_request q where q.member_id = w.member_id and q.state = ${sql.literal(reviewState.approved)} and q.decided_at <= w.decided_at), '') as people,
      exists (select from hold_release where subject = 'withdrawal:' || w.withdrawal_no and hold = 'wait' and operator <> w.decided_by) as released
    from withdrawal_order w where w.state = ${sql.literal(reviewState.approved)}`,
  )

/** Adjustments that one person both proposed and approved, and payouts approved by a proposer. */
const aloneOnMoney = () =>
  theRow(
    owner,
    sql<{ adjustments: number; payouts: number }>`
    select
      (select count(*)::int from adjustment where state = ${sql.literal(reviewState.approved)} and lower(decided_by) = lower(proposed_by)) as adjustments,
      (select count(*)::int from withdrawal_order w where w.state = ${sql.literal(reviewState.approved)}
        and exists (select from adjustment a where a.member_id = w.member_id and lower(a.proposed_by) = lower(w.decided_by)
          and a.state <> ${sql.literal(reviewState.rejected)} and a.proposed_at <= w.decided_at and a.proposed_at > w.decided_at - interval '7 days')) as payouts`,
  )

/** The deeds reached what they are about. */
function expectReached() {
  expect(counts['approve 200']).toBeGreaterThan(DEEDS / 150)
  expect(counts['approve 409']).toBeGreaterThan(DEEDS / 200)
  for (const what of [
    'request approved: pay',
    'request approved: factor',
    'second step 200',
    'second step 400',
    'payout with the factor',
    'recovered',
    'contact proved 200',
    'adjustment approve 200',
    'adjustment approve 409',
  ])
    expect(counts[what], what).toBeGreaterThan(0)
}

test(
  `no operator alone and no stolen password moves money to a new card (seed ${SEED})`,
  async () => {
    for (let done = 0; done < DEEDS;) done += await next()
    const intruders: Record<string, number> = {}
    for (const payout of await approvedPayouts()) {
      const of = accounts.find(each => each.memberId === payout.memberId)!
      const by = of.cards.get(Number(payout.cardId))!
      if (by === of.name) continue
      intruders[by] = (intruders[by] ?? 0) + 1
      const since = of.actors.get(by)!.since!
      const waited = payout.decidedAt.getTime() >= since + WAIT_HOURS * HOUR_MS
      expect(waited || payout.released, `${payout.withdrawalNo} by ${by}`).toBe(true)
      expect(new Set([by, ...payout.people]).size, payout.withdrawalNo).toBeGreaterThan(1)
    }
    expect(await aloneOnMoney()).toEqual({ adjustments: 0, payouts: 0 })
    expect(intruders['robber']).toBeGreaterThan(0)
    expectReached()
  },
  BUSY_MS,
)
