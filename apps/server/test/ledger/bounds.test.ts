import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../../tooling/root.ts'
import { account, checked, MAX_AMOUNT_FEN, type Posting } from '../../src/ledger/ledger.ts'

const good: Posting = {
  memberId: 1n,
  key: 'k',
  code: 'venue_in',
  from: { name: 'memberCash' },
  to: { name: 'memberVenue', venueId: 1 },
  amountFen: 1n,
  source: { type: 'test', id: '1' },
  actor: { type: 'system', id: 'test' },
}
const taken = (change: Partial<Posting>) => {
  try {
    checked({ ...good, ...change })
    return true
  } catch {
    return false
  }
}

test('a posting has a member, a key of 1 to 200 characters and an amount within bounds', () => {
  expect([0n, 1n].map(memberId => taken({ memberId }))).toEqual([false, true])
  expect([0, 1, 200, 201].map(n => taken({ key: 'k'.repeat(n) }))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(
    [0n, 1n, MAX_AMOUNT_FEN, MAX_AMOUNT_FEN + 1n].map(fen => taken({ amountFen: fen })),
  ).toEqual([false, true, true, false])
  expect(taken({ amountFen: 1 as unknown as bigint })).toBe(false)
  expect(MAX_AMOUNT_FEN).toBe(1_000_000_000_000n)
})

test('a venue has a number from 1 to what two bytes hold; other accounts have none', () => {
  const venue = (venueId: number) => taken({ to: { name: 'memberVenue', venueId } })
  expect([-1, 0, 1, 1.5, 32_767, 32_768].map(venue)).toEqual([
    false,
    false,
    true,
    false,
    true,
    false,
  ])
  expect(taken({ to: { name: 'memberVenue' } })).toBe(false)
  expect(taken({ from: { name: 'memberCash', venueId: 1 } })).toBe(false)
  expect(taken({ from: { name: 'rail', railNo: 1 } })).toBe(true)
  expect(taken({ from: { name: 'rail', venueId: 1 } })).toBe(false)
  const refused = (to: object) => () => checked({ ...good, to: to as Posting['to'] })
  expect(refused({ name: 'memberVenue' })).toThrow('account memberVenue needs a venueId')
  expect(refused({ name: 'feeIncome', railNo: 1 })).toThrow('account feeIncome has no railNo')
  expect(refused({ name: 'elsewhere' })).toThrow('there is no account elsewhere')
})

test('the chart of accounts is what docs/money.md says', () => {
  const cells = [
    ...readFileSync(inRoot('docs/money.md'), 'utf8').matchAll(/^\| (\d[\d ·]*) \| ([\w ·]+) \|/gm),
  ]
  const listed = cells.flatMap(([, numbers = '', names = '']) => {
    const named = names.split(' · ')
    return numbers.split(' · ').map((no, n) => [named[n], Number(no)])
  })
  expect(Object.fromEntries(listed)).toEqual(account)
})

test('money moves between two accounts; two venues are two', () => {
  const from = { name: 'memberVenue', venueId: 1 } as const
  expect(taken({ from, to: from })).toBe(false)
  expect(taken({ from, to: { ...from, venueId: 2 } })).toBe(true)
})
