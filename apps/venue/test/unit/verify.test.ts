import { commitOf, fairDraws, fromHex, jackpotDraw } from '@tianping/fairness'
import { VENUE_CODES } from '@tianping/venue-protocol'
import fc from 'fast-check'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { verifierHtml } from '../../client/build/verifier.ts'
import { baccarat } from '../../games/baccarat/model/baccarat.ts'
import { dragonTiger } from '../../games/dragontiger/model/dragontiger.ts'
import { k3 } from '../../games/k3/model/k3.ts'
import { niuniu } from '../../games/niuniu/model/niuniu.ts'
import { pk10 } from '../../games/pk10/model/pk10.ts'
import { redBlack } from '../../games/redblack/model/redblack.ts'
import { gamesOf, isBook } from '../../games/registry.ts'
import { slot3 } from '../../games/slot3/model/slot3.ts'
import { slot5, type Slot5Round } from '../../games/slot5/model/slot5.ts'
import { ssc } from '../../games/ssc/model/ssc.ts'
import { chainSeeds } from '../../server/rounds/chain.ts'
import { payoutOf, type Table } from '../../model/Table.ts'
import { allPicks } from '../support/allPicks.ts'

const TABLES = [k3, ssc, pk10, baccarat, dragonTiger, niuniu, redBlack] as Table[]
const html = await verifierHtml()
const SLOTS = [
  slot3('FG', 'any', '任意'),
  slot5('slotA', 'OB', 'any', '任意'),
  slot5('slotB', 'AE', 'any', '任意'),
  slot5('slotD', 'PP', 'any', '任意'),
]
const code = /<script>([\s\S]*?)<\/script>/.exec(html)![1]!
/** The published mathematics it holds, by model. */
const maths = new Map(
  [...html.matchAll(/<script type="application\/json" id="(\w+)">([\s\S]*?)<\/script>/g)].map(
    ([, model, text]) => [model!, text!],
  ),
)

/** The page's own functions, without its form: everything above the part that draws. */
function load() {
  const context = createContext({
    TextEncoder,
    document: { getElementById: (id: string) => ({ textContent: maths.get(id) }) },
  })
  runInContext(
    `${code.slice(0, code.indexOf('// ---- the page'))}\nglobalThis.page = { jackpotOf, replay, replayTable, terminalOf, selfCheck, fromHex }`,
    context,
  )
  return (
    context as unknown as {
      page: {
        selfCheck(): string[]
        fromHex(text: string): Uint8Array
        replay(round: object): {
          stops: number[]
          free?: number[][]
          units: number
          payout: bigint
          commit: string
        }
        jackpotOf(round: object): { number: bigint; wins: boolean }
        replayTable(round: object): { outcome: object; payout: bigint; commit: string }
        terminalOf(seed: Uint8Array, place: number): string
      }
    }
  ).page
}

test('the verifier is one file that loads nothing and sends nothing', () => {
  expect(html).not.toMatch(
    /\b(src|href)\s*=|@import|url\(|fetch|XMLHttpRequest|import\(|WebSocket|sendBeacon/,
  )
  expect([...html.matchAll(/<script/g)]).toHaveLength(maths.size + 2)
})

test('every game that is listed is replayed below; books have a test of their own', () => {
  const listed = VENUE_CODES.flatMap(gamesOf).filter(game => !isBook(game))
  expect([...new Set(listed.map(game => game.model))].toSorted()).toEqual(
    [...SLOTS, ...TABLES].map(game => game.model).toSorted(),
  )
})

test('it holds the published mathematics byte for byte', () => {
  for (const slot of SLOTS) expect(maths.get(slot.model), slot.model).toBe(slot.mathJson)
  for (const table of TABLES) expect(maths.get(table.model), table.code).toBe(table.mathJson)
})

test('it draws with the code of the fairness package and with nothing else', () => {
  expect(html).not.toMatch(/%[A-Z]+%/)
  expect([...code.matchAll(/function (sha256|hmacSha256|fairDraws|shuffled)\(/g)]).toHaveLength(4)
})

test('its self-check knows the golden vectors and passes', () => {
  expect([...load().selfCheck()]).toEqual([])
})

test('it replays any round of any slot as the game did, to the fen', () => {
  const page = load()
  const seed = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map(bytes => Buffer.from(bytes).toString('hex'))
  for (const slot of SLOTS)
    fc.assert(
      fc.property(
        seed,
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }),
        fc.nat(),
        fc.constantFrom(...slot.stakesFen),
        (hex, clientSeed, nonce, stakeFen) => {
          const theirs = slot.outcome({ serverSeed: fromHex(hex), clientSeed, nonce, stakeFen })
          const mine = page.replay({
            model: slot.model,
            serverSeed: page.fromHex(hex),
            clientSeed,
            nonce,
            stake: String(stakeFen),
          })
          expect([...mine.stops]).toEqual(theirs.detail['stops'])
          expect(mine.payout).toBe(theirs.payoutFen)
          expect(mine.commit).toBe(commitOf(fromHex(hex)))
        },
      ),
      { numRuns: 300 },
    )
})

test('it replays a round with all its free spins', () => {
  const page = load()
  const [, slot] = SLOTS
  const hex = '00'.repeat(31) + '01'
  for (const nonce of [102, 161, 162, 411]) {
    const theirs = slot!.outcome({
      serverSeed: fromHex(hex),
      clientSeed: 'lucky',
      nonce,
      stakeFen: 2_000n,
    })
    const mine = page.replay({
      model: 'slotA',
      serverSeed: page.fromHex(hex),
      clientSeed: 'lucky',
      nonce,
      stake: '2000',
    })
    expect(JSON.parse(JSON.stringify(mine.free))).toEqual((theirs.detail as Slot5Round).free)
    expect(mine.payout).toBe(theirs.payoutFen)
  }
})

test('it replays any ticket on any shared round as the table did, to the fen', () => {
  const page = load()
  const seed = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map(bytes => Buffer.from(bytes).toString('hex'))
  for (const table of TABLES) {
    const line = fc.record({
      pick: fc.constantFrom(...allPicks(table.code)),
      stakeFen: fc.integer({ min: 1, max: 2_000 }).map(yuan => BigInt(yuan) * 100n),
    })
    fc.assert(
      fc.property(
        seed,
        fc.nat({ max: 1e6 }),
        fc.array(line, { minLength: 1, maxLength: 20 }),
        (hex, nonce, lines) => {
          const input = { serverSeed: fromHex(hex), clientSeed: 'salt-of-the-day', nonce }
          const outcome = table.draw(input)
          const mine = page.replayTable({
            ...input,
            model: table.model,
            serverSeed: page.fromHex(hex),
            lines: lines.map(({ pick, stakeFen }) => `${pick}@${stakeFen}`).join(),
          })
          expect(JSON.parse(JSON.stringify(mine.outcome))).toEqual(outcome)
          expect(mine.payout).toBe(
            payoutOf(
              lines,
              lines.map(({ pick }) => table.returnsOf(outcome, pick)),
            ),
          )
        },
      ),
      { numRuns: 200 },
    )
  }
})

test('it follows a seed up the chain to the terminal hash of its day', () => {
  const page = load()
  const seeds = chainSeeds(Buffer.alloc(32, 7), 1_440)
  for (const place of [1, 2, 777, 1_440])
    expect(page.terminalOf(page.fromHex(seeds[place]!.toString('hex')), place)).toBe(
      seeds[0]!.toString('hex'),
    )
})

test('the page draws jackpots as the venue does', () => {
  const { jackpotOf } = load()
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const room = fc.bigInt({ min: 1n, max: 10n ** 17n })
  fc.assert(
    fc.property(seed, fc.integer({ min: 0, max: 1e9 }), room, (serverSeed, nonce, n) => {
      const draws = fairDraws({ serverSeed, game: 'jackpot', clientSeed: 'lucky', nonce })
      const { number, wins } = jackpotOf({
        serverSeed,
        clientSeed: 'lucky',
        nonce,
        part: n / 2n,
        room: n,
      })
      const drawn = jackpotDraw(draws, n)
      expect([String(number), wins]).toEqual([String(drawn), drawn < n / 2n])
    }),
  )
})
