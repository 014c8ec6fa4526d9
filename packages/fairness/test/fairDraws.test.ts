import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commitOf, fairDraws, fromHex, shuffled } from '../src/index.ts'

const serverSeed = fromHex('00'.repeat(31) + '01')
const draws = (game: string) => fairDraws({ serverSeed, game, clientSeed: 'lucky', nonce: 0 })
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i)

test('golden vector: the commitment is the hash of the seed bytes', () => {
  expect(commitOf(serverSeed)).toBe(
    'ec4916dd28fc4c10d78e287ca5d9cc51ee1ae73cbfde08c6b37324cbfaac8bc5',
  )
})

test('golden vector k3: three dice', () => {
  const stream = draws('k3')
  expect([stream.u32(), stream.u32(), stream.u32()]).toEqual([4266985952, 1271388984, 1707709972])
  const dice = draws('k3')
  expect(upTo(3).map(() => dice.below(6) + 1)).toEqual([3, 1, 5])
})

test('golden vector pk10: ten cars shuffled from the last index down', () => {
  expect(
    shuffled(
      upTo(10).map(i => i + 1),
      draws('pk10'),
    ),
  ).toEqual([2, 4, 10, 3, 6, 8, 9, 5, 7, 1])
})

test('golden vector slotA: five stops of thirty', () => {
  const stream = draws('slotA')
  expect(upTo(5).map(() => stream.below(30))).toEqual([7, 21, 14, 19, 8])
})

test('golden vector bac: eight decks shuffled, dealt from the end', () => {
  const shoe = shuffled(upTo(416), draws('bac')).map(card => card % 52)
  const dealt = shoe.toReversed().slice(0, 6)
  expect(dealt).toEqual([35, 37, 8, 42, 18, 26])
  const name = (card: number) => 'A23456789TJQK'[card % 13]! + '♠♥♣♦'[Math.floor(card / 13)]!
  expect(dealt.map(name).join(' ')).toBe('T♣ Q♣ 9♠ 4♦ 6♥ A♣')
})

test('the same input draws the same numbers, and another nonce, seed or model others', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.string({ minLength: 1, maxLength: 64 }),
      fc.nat(),
      (seed, clientSeed, nonce) => {
        const take = (game: string, n: number) =>
          upTo(20).map(
            (
              stream => () =>
                stream.u32()
            )(fairDraws({ serverSeed: seed, game, clientSeed, nonce: n })),
          )
        expect(take('k3', nonce)).toEqual(take('k3', nonce))
        expect(take('k3', nonce)).not.toEqual(take('k3', nonce + 1))
        expect(take('k3', nonce)).not.toEqual(take('pk10', nonce))
      },
    ),
  )
})

test('an integer below n is n-fair: values past the last full multiple are drawn again', () => {
  const n = 0x8000_0001 // Just over half of the range: about every second value must be rejected.
  const stream = draws('reject')
  const values = upTo(1_000).map(() => stream.below(n))
  expect(values.every(value => value < n)).toBe(true)
  expect(stream.taken().length).toBeGreaterThan(1_800)
  expect(stream.taken().filter(value => value < n)).toEqual(values)
})

test('bounds that make no sense are refused', () => {
  for (const n of [0, -1, 1.5, 2 ** 32 + 1, Number.NaN])
    expect(() => draws('k3').below(n)).toThrow()
  expect(draws('k3').below(1)).toBe(0)
  expect(() => fairDraws({ serverSeed, game: 'a:b', clientSeed: 'x', nonce: 0 })).toThrow()
  expect(() =>
    fairDraws({ serverSeed: new Uint8Array(31), game: 'k3', clientSeed: 'x', nonce: 0 }),
  ).toThrow()
})

test('a shuffle is a permutation and leaves its input alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { maxLength: 60 }),
      fc.nat({ max: 1_000 }),
      (items, nonce) => {
        const before = [...items]
        const after = shuffled(
          items,
          fairDraws({ serverSeed, game: 'perm', clientSeed: 'x', nonce }),
        )
        expect(items).toEqual(before)
        expect(after.toSorted()).toEqual(items.toSorted())
      },
    ),
  )
})
