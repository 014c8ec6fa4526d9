import fc from 'fast-check'
import { expect, test } from 'vitest'
import { derived, fitting, placed, ROWS, streaks, type RoadMark } from '../../client/cards/roads.ts'

const WON = { B: 'banker', P: 'player', T: 'tie' } as const
const marks = (text: string): RoadMark[] =>
  [...text].map(letter => ({ won: WON[letter as keyof typeof WON] }))
const lengths = (text: string) => streaks(marks(text)).map(column => column.length)
const road = (text: string, apart: 1 | 2 | 3) =>
  derived(lengths(text), apart)
    .map(column => column[0]![0]!.repeat(column.length))
    .join(' ')

test('a column per streak; ties are strokes on the round before, leading ones on the first', () => {
  const columns = streaks(marks('TTBBTPPPTTB'))
  expect(
    columns.map(column => column.map(({ side, ties }) => `${side[0]}${ties}`).join(' ')),
  ).toEqual(['b2 b1', 'p0 p0 p2', 'b0'])
  expect(streaks(marks('TT'))).toEqual([])
})

test('pairs are kept with their round', () => {
  expect(
    streaks([
      { won: 'banker', playerPair: true },
      { won: 'tie', bankerPair: true },
    ]),
  ).toEqual([[{ side: 'banker', ties: 1, playerPair: true, bankerPair: false }]])
})

test('a streak longer than six turns to the right, and one that meets such a tail turns before it', () => {
  const cells = placed(streaks(marks(`${'B'.repeat(8)}${'P'.repeat(7)}`)))
  const at = (side: string) =>
    cells.filter(cell => cell.mark.side === side).map(cell => `${cell.column},${cell.row}`)
  expect(at('banker')).toEqual(['0,0', '0,1', '0,2', '0,3', '0,4', '0,5', '1,5', '2,5'])
  expect(at('player')).toEqual(['1,0', '1,1', '1,2', '1,3', '1,4', '2,4', '3,4'])
})

test('no two marks share a place, whatever was drawn, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('B', 'P', 'T'), { maxLength: 90 }), letters => {
      const columns = streaks(marks(letters.join('')))
      for (const cells of [
        placed(columns),
        ...([1, 2, 3] as const).map(apart =>
          placed(
            derived(
              columns.map(column => column.length),
              apart,
            ),
          ),
        ),
      ]) {
        expect(new Set(cells.map(cell => `${cell.column},${cell.row}`)).size).toBe(cells.length)
        expect(cells.every(cell => cell.row < ROWS)).toBe(true)
      }
      expect(columns.flat()).toHaveLength(letters.filter(letter => letter !== 'T').length)
    }),
  )
})

test('the derived roads: red where the big road repeats itself, blue where it does not', () => {
  // Columns of 2, 2, 1, 3, 1: the big eye boy compares neighbours, the small road every other, the
  // pig every third.
  expect(road('BBPPBPPPB', 1)).toBe('rr bb r b')
  expect(lengths('BBPPBPPPB')).toEqual([2, 2, 1, 3, 1])
  expect(road('BPBPBP', 1)).toBe('rrrr')
  expect(road('BBPPBBPP', 2)).toBe('rrr')
  expect(road('B', 1)).toBe('')
})

test('what does not fit is left out at the left, and the rest moves there', () => {
  const cells = placed(streaks(marks('BPBPB')))
  expect(fitting(cells, 3).map(cell => cell.column)).toEqual([0, 1, 2])
  expect(fitting(cells, 9)).toEqual(cells)
})
