// What is kept of a round: who staked what on what and when, what came of it, and from where.
import { sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { openTableSite } from './roundSupport.ts'

const { owner, read, playRound, voidRound } = await openTableSite()

test('a round that was played has every field that is asked for, and keeps them when it changes', async () => {
  const { memberId } = await playRound()
  await read()
  const kept = () =>
    theRow(
      owner,
      sql<{
        betId: string
        roundId: string
        gameCode: string
        mathVersion: string
        selection: unknown
        fairness: unknown
        stakeFen: bigint
        payoutFen: bigint
        status: number
        revision: number
        placedAt: Date
        settledAt: Date | null
        addresses: number
      }>`
      select b.bet_id, b.round_id, b.game_code, b.math_version, b.selection, b.fairness, b.stake_fen, b.payout_fen, b.status, b.revision,
        b.placed_at, b.settled_at,
        (select count(*)::int from session s where s.member_id = b.member_id and s.address <> '' and s.agent is not null) as addresses
      from bet b where b.member_id = ${memberId}`,
    )
  const settled = await kept()
  expect(settled).toMatchObject({
    gameCode: 'k3',
    selection: { lines: [{ pick: 'sum:big', stake: 1_000, odds: expect.any(String) }] },
    fairness: { commit: expect.any(String), client_seed: expect.any(String) },
    stakeFen: 1_000n,
    status: 1,
    revision: 1,
    placedAt: expect.any(Date),
    settledAt: expect.any(Date),
  })
  expect(
    settled.betId.length * settled.roundId.length * settled.mathVersion.length,
  ).toBeGreaterThan(0)
  expect(settled.payoutFen === 0n || settled.payoutFen > 1_000n).toBe(true)
  expect(settled.addresses, 'the address of the session it was played from').toBeGreaterThan(0)
  await voidRound()
  await read()
  expect(await kept()).toMatchObject({
    betId: settled.betId,
    roundId: settled.roundId,
    selection: settled.selection,
    placedAt: settled.placedAt,
    status: 0,
    revision: 2,
  })
})
