// Free rounds at a venue that keeps no wallet: given once, played as calls of our wallet, paid as
// those of every venue are.
import { grantState } from '@tianping/contract/freeRounds/facts'
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  checkFreeRounds,
  FREE_ROUNDS_SETTING,
  freeRoundsSchema,
  runFreeRounds,
} from '../../src/areas/freeRounds/freeRounds.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { checkVenues } from '../../src/areas/venues/venues.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { balances } from '../../src/ledger/ledger.ts'
import { reconcile } from '../../src/ledger/reconcile.ts'
import { requirementsOf } from '../../src/ledger/wagering.ts'
import { assertBooksHold } from '../support/books.ts'
import {
  connectSeamless,
  GAME,
  startSeamlessStub,
  walletCall,
  type Played,
} from '../support/seamless.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { fund } from '../support/venue.ts'

const CODE = 'SF'
const [stub, plain] = await Promise.all([startSeamlessStub(), startSeamlessStub()])
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock()
const site = await openTestSite(url, { clock })
const { maker } = await connectSeamless(site, { stub, clock, code: CODE })
await connectSeamless(site, { stub: plain, clock, code: 'SG' })
await site.app.listen({ port: 0, host: '127.0.0.1' })
const address = site.app.server.address()
const port = address !== null && typeof address === 'object' ? address.port : 0
await stub.steer('/_wallet', { url: `http://127.0.0.1:${port}/api/wallet/${CODE}` })
await writeSetting(
  owner,
  FREE_ROUNDS_SETTING,
  freeRoundsSchema,
  { monthFen: 100_000_00 },
  { name: 'test', at: clock.now() },
)

type Reward = { reward_uuid: string; status: string; user: string; bet_count: number }
const freebets = (mode: 'on' | 'off' | 'mute' | 'lose') =>
  stub.steer<{ rewards: Reward[] }>('/_freebets', { mode })
const rewardsOf = async (memberId: bigint) =>
  (await freebets('on')).rewards.filter(({ user }) => user === memberId.toString())

const FUNDS = 10_000n
async function player() {
  const { memberId, token } = await site.member()
  await fund(owner, memberId, FUNDS)
  const { data, message } = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    { plat_name: CODE, game_type: 0, game_code: GAME, is_mobile_url: 1 },
    { token },
  )
  expect(message).toBe('ok')
  return { memberId, token, game: new URL(data.url).searchParams.get('token') ?? '' }
}
type Player = Awaited<ReturnType<typeof player>>

const give = (memberId: bigint, more: object = {}) =>
  maker.call('POST /api/console/free-rounds/give', {
    venue: CODE,
    games: GAME,
    stake: '2',
    days: 7,
    turnover_times: 10,
    member: String(memberId),
    rounds: 3,
    reason: '补偿',
    ...more,
  })
/** Given, taken by the venue, with the venue's name of it. */
async function given({ memberId }: Player, rounds = 3) {
  const { data, message } = await give(memberId, { rounds })
  expect(message).toBe('已发放')
  await runFreeRounds(site.services)
  const [reward] = await rewardsOf(memberId)
  return { no: data.grant_no, reward: reward?.reward_uuid ?? '' }
}
const stateOf = async (grantNo: string) =>
  (
    await theRow(
      owner,
      sql<{ state: number }>`select state from free_round_grant where grant_no = ${grantNo}`,
    )
  ).state
const turn = async () => {
  for (let time = 0; time < 3; time += 1) {
    await runFreeRounds(site.services)
    clock.advance(16_000)
  }
}
const cashOf = async ({ memberId }: Player) => (await balances(owner, memberId)).cashAvailableFen

/** A round as the venue plays it, with what goes wrong on the way. */
const play = (
  { memberId, game }: Player,
  reward: string,
  round: { win: number; end?: string; fault?: string; stake?: number },
) =>
  stub.steer<Played>('/_play', {
    user: memberId.toString(),
    token: game,
    round: randomUUID(),
    game_code: GAME,
    reward,
    stake: (round.stake ?? 200) * 1_000,
    win: round.win * 1_000,
    end: round.end ?? 'win',
    fault: round.fault ?? '',
  })
const send = (path: string, fields: object) =>
  walletCall(site, { code: CODE, key: stub.theirs.privateKey, path, fields })
const named = ({ memberId, game }: Player, reward: string) => ({
  user: memberId.toString(),
  token: game,
  game_code: GAME,
  currency: 'CNY',
  is_free: true,
  reward_uuid: reward,
})
const differences = async () =>
  (
    await reconcile(site.services.db, {
      extraChecks: [checkVenues(site.services), checkFreeRounds(site.services)],
    })
  ).checks.flatMap(({ differences: found }) => found)

test('a venue that cannot give rounds, and one that does not answer, are told apart before anything is promised', async () => {
  const { memberId } = await site.member()
  const refusal = async (more: object = {}) => (await give(memberId, more)).message
  await freebets('mute')
  expect(await refusal()).toBe('场馆暂时无法连接，请稍后再试')
  await freebets('on')
  expect(await refusal({ venue: 'SG' })).toBe('幸运馆不支持赠送旋转')
  expect(await refusal({ games: `${GAME}、other` })).toBe('幸运馆每次最多选 1 款游戏')
  expect(await refusal({ games: 'other' })).toBe('幸运馆没有游戏 other')
  expect(await refusal({ stake: '1' })).toBe(`${GAME} 没有这个注额，每转可选 2.00、0.50 元`)
  expect(await refusal({ stake: '0.5' })).toBe(`${GAME} 在这个注额下没有这个次数，可选 5 次`)
  expect(await refusal({ stake: '0.5', rounds: 5 })).toBe('已发放')
  await runFreeRounds(site.services)
  expect(await rewardsOf(memberId)).toMatchObject([{ bet_count: 5 }])
})

test('a grant whose answer was lost exists once; its wins reach the wallet once, as a bonus with turnover', async () => {
  const member = await player()
  const { memberId } = member
  await freebets('lose')
  const no = (await give(memberId)).data.grant_no
  await runFreeRounds(site.services)
  expect(await stateOf(no)).toBe(grantState.sending)
  // Until its name is known no round of it is taken, and the venue may try again.
  const early = (await rewardsOf(memberId))[0]!.reward_uuid
  expect((await play(member, early, { win: 500 })).status).toBe('RS_ERROR_UNKNOWN')
  clock.advance(60_000)
  await runFreeRounds(site.services)
  expect(await stateOf(no)).toBe(grantState.open)
  const found = await rewardsOf(memberId)
  expect(found).toMatchObject([{ bet_count: 3, status: 'FRS_NEW' }])
  const reward = found[0]!.reward_uuid
  for (const fault of ['', 'twice', 'lost'])
    await play(member, reward, { win: fault === 'lost' ? 0 : 150, fault })
  // A lost bet is taken back, so one round is left.
  expect(await cashOf(member)).toBe(FUNDS)
  await turn()
  expect(await stateOf(no)).toBe(grantState.open)
  expect((await play(member, reward, { win: 70, fault: 'at_once' })).status).toBe('RS_OK')
  await turn()
  await turn()
  expect(await stateOf(no)).toBe(grantState.paid)
  expect(await cashOf(member)).toBe(FUNDS + 370n)
  expect(await requirementsOf(owner, memberId)).toMatchObject([
    { source: { type: 'free_rounds', id: no }, requiredFen: 3_700n, state: 'open' },
  ])
  expect(
    await rows(
      owner,
      sql`select 1 from turnover_day where member_id = ${memberId} and (valid_fen > 0 or payout_fen > 0)`,
    ),
  ).toEqual([])
  const shown = await rows(
    owner,
    sql<{ status: number; payoutFen: bigint; free: string }>`
    select status, payout_fen, selection -> 'free_rounds' ->> 'payout' as free from bet where member_id = ${memberId} order by status, free`,
  )
  expect(shown).toEqual([
    { status: 0, payoutFen: 0n, free: '0' },
    { status: 1, payoutFen: 0n, free: '150' },
    { status: 1, payoutFen: 0n, free: '150' },
    { status: 1, payoutFen: 0n, free: '70' },
  ])
  expect(await differences()).toEqual([])
})

test('the wallet takes no round beyond the grant, at a higher stake, of another member or after its end', async () => {
  const member = await player()
  const { no, reward } = await given(member, 2)
  const stranger = await player()
  expect((await play(stranger, reward, { win: 900 })).status).toBe('RS_ERROR_UNKNOWN')
  expect((await play(member, reward, { win: 900, stake: 201 })).status).toBe(
    'RS_ERROR_LIMIT_REACHED',
  )
  const both = await Promise.all([1, 2, 3].map(() => play(member, reward, { win: 100 })))
  expect(both.map(({ status }) => status).toSorted()).toEqual([
    'RS_ERROR_LIMIT_REACHED',
    'RS_OK',
    'RS_OK',
  ])
  const again = { ...named(member, reward), transaction_uuid: randomUUID(), round: 'x', amount: 0 }
  const refused = await send('transaction/bet', again)
  await turn()
  await turn()
  expect(await stateOf(no)).toBe(grantState.paid)
  // The same call gets the same answer, and nothing of it ever counted.
  expect((await send('transaction/bet', again)).status).toBe(refused.status)
  expect(refused.status).toBe('RS_ERROR_LIMIT_REACHED')
  expect(await cashOf(member)).toBe(FUNDS + 200n)
  expect(await cashOf(stranger)).toBe(FUNDS)
  // A bonus of the venue's own is none of ours.
  const own = { ...named(member, 'own-promotion'), transaction_uuid: randomUUID(), round: 'own' }
  expect((await send('transaction/win', { ...own, amount: 5_000 })).status).toBe('RS_OK')
  expect(await cashOf(member)).toBe(FUNDS + 205n)
  expect(await differences()).toEqual([])
})

test('the wallet takes a round until the moment at which the grant ends', async () => {
  const member = await player()
  const { no, reward } = await given(member, 2)
  const endsAt = (at: Date) =>
    run(owner, sql`update free_round_grant set ends_at = ${at} where grant_no = ${no}`)
  const now = clock.now()
  await endsAt(new Date(now.getTime() + 1))
  expect((await play(member, reward, { win: 100 })).status).toBe('RS_OK')
  await endsAt(now)
  expect((await play(member, reward, { win: 100 })).status).toBe('RS_ERROR_LIMIT_REACHED')
})

test('a round whose bet names no amount was played at the stake of its grant', async () => {
  const member = await player()
  const { no, reward } = await given(member, 2)
  await play(member, reward, { win: 0, stake: 0 })
  await play(member, reward, { win: 0, stake: 150 })
  const played = await rows(
    owner,
    sql<{ stakeFen: bigint; shown: string }>`
    select f.stake_fen, b.selection -> 'free_rounds' ->> 'stake' as shown from free_round_bet f
    join bet b on b.member_id = f.member_id and b.venue_id = f.venue_id and b.bet_id = f.bet_id
    where f.grant_no = ${no} order by f.stake_fen`,
  )
  expect(played).toEqual([
    { stakeFen: 150n, shown: '150' },
    { stakeFen: 200n, shown: '200' },
  ])
})

test('a round with several wins is paid when it has ended, a win without a bet with its grant', async () => {
  const member = await player()
  const { no, reward } = await given(member, 1)
  const round = { ...named(member, reward), round: 'long' }
  const bet = randomUUID()
  const win = (fen: number, more: object) =>
    send('transaction/win', {
      ...round,
      transaction_uuid: randomUUID(),
      amount: fen * 1_000,
      ...more,
    })
  await send('transaction/bet', { ...round, transaction_uuid: bet, amount: 200_000 })
  const taken = randomUUID()
  await win(30, { reference_transaction_uuid: bet })
  await win(40, { reference_transaction_uuid: bet, transaction_uuid: taken })
  await send('transaction/rollback', {
    ...round,
    transaction_uuid: randomUUID(),
    reference_transaction_uuid: taken,
  })
  await turn()
  expect(await stateOf(no)).toBe(grantState.open)
  await win(5, { round_closed: true })
  await turn()
  await turn()
  expect(await stateOf(no)).toBe(grantState.paid)
  expect(await cashOf(member)).toBe(FUNDS + 35n)
  expect(await differences()).toEqual([])
})

test('an excluded member loses what is open: it is cancelled at the venue, and nothing is paid', async () => {
  const member = await player()
  const { no, reward } = await given(member)
  await play(member, reward, { win: 100 })
  await transaction(owner, tx =>
    blockMember(site.services, tx, {
      memberId: member.memberId,
      kind: 'exclusion',
      term: '1y',
      until: new Date(clock.now().getTime() + 366 * DAY_MS),
      reason: '',
      setBy: '',
      setAt: clock.now(),
    }),
  )
  await turn()
  expect(await stateOf(no)).toBe(grantState.forfeited)
  expect(await rewardsOf(member.memberId)).toMatchObject([{ status: 'FRS_CANCELLED' }])
  expect((await play(member, reward, { win: 100 })).status).not.toBe('RS_OK')
  expect(await cashOf(member)).toBe(FUNDS)
  await assertBooksHold(owner)
})
