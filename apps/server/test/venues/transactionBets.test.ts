// Bets out of single transactions of another interface: what is asked for, and what a round comes
// to.
import { expect, test } from 'vitest'
import {
  betsOf,
  ownTransactions,
  spanFrom,
  transactionList,
  type Kept,
  type Transaction,
} from '../../src/areas/venues/adapters/transactionBets.ts'

const NOON = Date.parse('2026-11-30T12:00:00.000Z')
const MINUTE = 60_000
const listed: Transaction = {
  transaction_uuid: 'stake',
  kind: 'BET',
  status: 'TS_SUCCESS',
  user: '71',
  round: 'r-1',
  round_closed: false,
  game_code: 'reels',
  amount: 1_000_000,
  created_at: '2026-11-30T12:00:00',
}
const kept = (differs: Partial<Kept> = {}): Kept => ({
  user: '71',
  round: 'r-1',
  transactionUuid: 'stake',
  kind: 'BET',
  status: 'TS_SUCCESS',
  roundClosed: false,
  gameCode: 'reels',
  amount: 1_000_000n,
  referenceUuid: null,
  madeAt: new Date(NOON),
  told: 1,
  ...differs,
})
const win = (differs: Partial<Kept> = {}) =>
  kept({
    kind: 'WIN',
    transactionUuid: 'win',
    amount: 250_000n,
    madeAt: new Date(NOON + MINUTE),
    ...differs,
  })
const takenBack = (referenceUuid: string) =>
  kept({
    kind: 'ROLLBACK',
    transactionUuid: `back-${referenceUuid}`,
    amount: 0n,
    referenceUuid,
    madeAt: new Date(NOON + 2 * MINUTE),
  })

test('a feed asks for its span with a minute before and a second after, from an hour ago at first', () => {
  const now = NOON
  const spanMs = 10 * MINUTE
  expect(spanFrom(0n, { now, spanMs })).toEqual({
    until: NOON - 50 * MINUTE,
    asked: { start_time: '2026-11-30T10:59:00', end_time: '2026-11-30T11:10:01' },
  })
  expect(spanFrom(1n, { now, spanMs }).until).toBe(1 + spanMs)
  expect(spanFrom(BigInt(NOON - 3 * MINUTE), { now, spanMs })).toEqual({
    until: NOON,
    asked: { start_time: '2026-11-30T11:56:00', end_time: '2026-11-30T12:00:01' },
  })
})

test('a listed transaction needs no word on the end of its round, and no less than nothing', () => {
  const { round_closed: _said, ...unsaid } = listed
  expect(transactionList.parse([{ ...unsaid, amount: 0 }])).toEqual([{ ...listed, amount: 0 }])
  expect(transactionList.safeParse([{ ...listed, amount: -1 }]).success).toBe(false)
})

test.each([
  ['2026-11-30T12:00:00', '2026-11-30T12:00:00Z'],
  ['2026-11-30T12:00:00.5', '2026-11-30T12:00:00.5Z'],
  ['2026-11-30T12:00:00Z', '2026-11-30T12:00:00Z'],
  ['2026-11-30T12:00:00z', '2026-11-30T12:00:00z'],
  ['2026-11-30T20:00:00+08:00', '2026-11-30T20:00:00+08:00'],
  ['2026-11-30T07:00:00-0500', '2026-11-30T07:00:00-0500'],
])('the moment %s of a list is read as %s', (said, read) => {
  expect(ownTransactions([{ ...listed, created_at: said }])).toEqual([
    { ...listed, created_at: read },
  ])
})

test('whoever has no number of a member is none of ours', () => {
  const users = ['71', '0', '1'.repeat(18), '1'.repeat(19), '', 'a71', '71a', '-71']
  const own = ownTransactions(users.map(user => ({ ...listed, user })))
  expect(own.map(({ user }) => user)).toEqual(['71', '0', '1'.repeat(18)])
})

const whole = {
  revision: 1,
  player: '71',
  category: '',
  game_code: 'reels',
  round_id: 'r-1',
  selection: {},
  odds: null,
  placed_at: '2026-11-30T12:00:00.000Z',
  fairness: { commit: '', client_seed: '', nonce: 0 },
  math_version: '',
}

test('a stake alone is an open bet that counts for nothing yet', () => {
  const [bet, ...more] = betsOf([kept()])
  expect(more).toEqual([])
  expect(bet).toEqual({
    ...whole,
    bet_id: expect.stringMatching(/^R-[0-9A-F]{32}$/),
    version: 1n,
    status: 'OPEN',
    stake: 1_000n,
    valid_amount: 0n,
    payout: 0n,
    net: -1_000n,
    settled_at: null,
  })
})

test('a stake with its win is settled at the later of them, and its version counts both', () => {
  expect(betsOf([win({ told: 2 }), kept({ told: 3 })])).toMatchObject([
    {
      ...whole,
      version: 5n,
      status: 'SETTLED',
      stake: 1_000n,
      valid_amount: 1_000n,
      payout: 250n,
      net: -750n,
      settled_at: '2026-11-30T12:01:00.000Z',
    },
  ])
})

test.each<[string, Kept[], object]>([
  ['that its round closed with', [kept({ roundClosed: true })], { status: 'SETTLED', payout: 0n }],
  [
    'that was taken back',
    [kept(), takenBack('stake')],
    { status: 'VOID', stake: 1_000n, valid_amount: 0n, payout: 1_000n, net: 0n },
  ],
  [
    'whose win was taken back',
    [kept(), win(), takenBack('win')],
    { status: 'OPEN', payout: 0n, settled_at: null },
  ],
  [
    'whose win was refused',
    [kept(), win({ status: 'TS_FAILED', told: 4 })],
    { status: 'OPEN', payout: 0n, version: 5n },
  ],
  [
    'of which one part was taken back',
    [kept(), kept({ transactionUuid: 'more', amount: 500_000n }), takenBack('stake'), win()],
    { status: 'SETTLED', stake: 500n, valid_amount: 500n, payout: 250n, net: -250n },
  ],
  [
    'of parts below a fen',
    [kept({ amount: 1_999n }), kept({ transactionUuid: 'more', amount: 1_001n })],
    { stake: 3n },
  ],
])('a stake %s', (_what, all, bet) => {
  expect(betsOf(all)).toMatchObject([bet])
})

test('a bet is of its first stake', () => {
  const later = kept({ transactionUuid: 'more', gameCode: 'other', madeAt: new Date(NOON + 1) })
  for (const all of [
    [kept(), later],
    [later, kept()],
  ])
    expect(betsOf(all)).toMatchObject([{ ...whole, stake: 2_000n }])
})

test('each round of each player is a bet of its own, and a win without a stake is none', () => {
  const all = [kept(), kept({ round: 'r-2' }), kept({ user: '72' }), win({ round: 'r-3' })]
  const bets = betsOf(all)
  expect(bets.map(({ player, round_id }) => [player, round_id])).toEqual([
    ['71', 'r-1'],
    ['71', 'r-2'],
    ['72', 'r-1'],
  ])
  expect(new Set(bets.map(({ bet_id }) => bet_id)).size).toBe(3)
})
