import { commitOf, fromHex, hmacSha256, sha256, toHex, utf8 } from '@tianping/fairness'
import fc from 'fast-check'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { verifierHtml } from '../../client/build/verifier.ts'
import type { Book } from '../../model/Book.ts'
import { ticketPayout, type Result } from '../../model/result.ts'
import type { VerifyLeg } from '../../server/book/verifyLegs.ts'
import { esport } from '../../games/esport/model/esport.ts'
import { football } from '../../games/football/model/football.ts'

const html = await verifierHtml()
const code = /<script>([\s\S]*?)<\/script>/.exec(html)![1]!
const maths = new Map(
  [...html.matchAll(/<script type="application\/json" id="(\w+)">([\s\S]*?)<\/script>/g)].map(
    ([, model, text]) => [model!, text!],
  ),
)
const books = [football, esport] as Book[]

type Page = {
  replayMatch(match: object): { outcome: object; commit: string }
  replaySlip(slip: object): { payout: bigint; decided: { committed: boolean }[] }
  mathHashOf(given: { model: string; math: string | undefined }): string
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array
  fromHex(text: string): Uint8Array
}
/** The page's own functions, without its form: everything above the part that draws. */
function load(): Page {
  const context = createContext({
    TextEncoder,
    document: { getElementById: (id: string) => ({ textContent: maths.get(id) }) },
  })
  runInContext(
    `${code.slice(0, code.indexOf('// ---- the page'))}\nglobalThis.page = { replayMatch, replaySlip, mathHashOf, hmacSha256, fromHex }`,
    context,
  )
  return (context as unknown as { page: Page }).page
}
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const seed = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map(bytes => Buffer.from(bytes).toString('hex'))
const picks: Record<string, string[]> = {
  football: [
    '1x2:h',
    '1x2:d',
    '1x2:a',
    ...[-5, -4, -3, -2, -1, 0, 1, 2, 3].flatMap(line => [`ah:${line}:h`, `ah:${line}:a`]),
    ...[6, 9, 10, 11, 12, 14].flatMap(line => [`ou:${line}:o`, `ou:${line}:u`]),
  ],
  esport: [
    'win:a',
    'win:b',
    'map:1:a',
    'map:2:b',
    'mh:-6:a',
    'mh:-6:b',
    'mh:6:a',
    'mh:6:b',
    'mt:10:o',
    'mt:10:u',
  ],
}

test('it holds the published mathematics of both books byte for byte', () => {
  for (const book of books) expect(maths.get(book.model), book.code).toBe(book.mathJson)
  for (const book of books)
    expect(maths.get(`${book.model}Before`), book.code).toBe(book.mathBefore?.[0])
})

test('a bet is compared with the version it was placed under, where that draws the same; any other version differs', () => {
  const page = load()
  const before = toHex(sha256(utf8(football.mathBefore![0]!)))
  for (const math of [football.mathVersion, before])
    expect(page.mathHashOf({ model: 'football', math })).toBe(math)
  for (const math of [undefined, '', before.slice(0, 8), 'ab'.repeat(32), esport.mathVersion])
    expect(page.mathHashOf({ model: 'football', math })).toBe(football.mathVersion)
  expect(page.mathHashOf({ model: 'esport', math: before })).toBe(esport.mathVersion)
})

test('it plays any match again as the book did', () => {
  const page = load()
  for (const book of books) {
    fc.assert(
      fc.property(
        seed,
        fc.nat({ max: 500_000 }),
        fc.string({ minLength: 1, maxLength: 32 }),
        (hex, nonce, clientSeed) => {
          const { terms } = book.fixture(nonce)
          const mine = page.replayMatch({
            model: book.model,
            serverSeed: page.fromHex(hex),
            clientSeed,
            nonce,
            terms,
          })
          expect(plain(mine.outcome)).toEqual(
            book.draw({ serverSeed: fromHex(hex), clientSeed, nonce }, terms),
          )
          expect(mine.commit).toBe(commitOf(fromHex(hex)))
        },
      ),
      { numRuns: 100 },
    )
  }
})

test('it settles any ticket as the book did, to the fen: singles, accumulators, halves, level and void', () => {
  const page = load()
  for (const book of books) {
    const leg = fc.record({
      n: fc.nat({ max: 500_000 }),
      seed,
      pick: fc.constantFrom(...picks[book.code]!),
      price: fc.integer({ min: 101, max: 10_000 }),
      goals: fc.tuple(fc.nat(3), fc.nat(3)),
      isVoid: fc.integer({ min: 0, max: 9 }).map(n => n === 0),
    })
    fc.assert(
      fc.property(
        fc.array(leg, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 200, max: 500_000 }),
        (given, stake) => {
          const legs = given.map(({ n, seed: hex, pick, price, goals, isVoid }): VerifyLeg => ({
            n,
            salt: 'salt',
            commit: commitOf(fromHex(hex)),
            terms: book.fixture(n).terms,
            pick,
            key: goals.join(':'),
            price,
            ...(isVoid ? { void: true as const } : { seed: hex }),
          }))
          const decided = legs.map(each => ({
            price: each.price,
            result: each.void ? 'void' : judge(book, each),
          }))
          const mine = page.replaySlip({ model: book.model, stake: String(stake), legs })
          expect(mine.decided.every(each => each.committed)).toBe(true)
          expect(mine.payout).toBe(
            legs.every(each => each.void)
              ? 0n
              : ticketPayout(BigInt(stake), decided as { price: number; result: Result }[]),
          )
        },
      ),
      { numRuns: 100 },
    )
  }
})

function judge(book: Book, leg: VerifyLeg): Result {
  return book.judge(
    book.draw({ serverSeed: fromHex(leg.seed!), clientSeed: leg.salt, nonce: leg.n }, leg.terms),
    leg.pick,
    leg.key,
  )!
}

test("a wrong seed is told, and a link leads to the match's own seed", () => {
  const page = load()
  const leg = {
    n: 7,
    salt: 's',
    commit: '00'.repeat(32),
    terms: football.fixture(7).terms,
    pick: '1x2:h',
    key: '0:0',
    price: 200,
    seed: '11'.repeat(32),
  }
  expect(
    page.replaySlip({ model: 'football', stake: '200', legs: [leg] }).decided[0]!.committed,
  ).toBe(false)
  const link = fromHex('22'.repeat(32))
  expect([...page.hmacSha256(link, utf8('football:7'))]).toEqual([
    ...hmacSha256(link, utf8('football:7')),
  ])
})
