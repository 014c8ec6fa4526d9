// ledger_model_property: whatever is asked, from however many connections, the ledger does what a
// small model in memory does.
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  balances,
  hold,
  post,
  postBatch,
  release,
  settle,
  type Outcome,
  type Posting,
  type Resolution,
} from '../../src/ledger/ledger.ts'
import { assertBooksHold } from '../support/books.ts'
import { cash, deposit, newMember, system, venue, withdrawal } from './postings.ts'

const { open } = await freshDatabase('server')
const db = open({ role: 'tianping_app', maxConnections: 24 })
afterAll(() => assertBooksHold(db))

type Place = 'cash' | 1 | 2 | 'house'
function accountOf(place: Place, from: boolean) {
  if (place === 'house')
    return { name: from ? ('depositClearing' as const) : ('withdrawalPayable' as const) }
  return place === 'cash' ? cash : venue(place)
}

/** One member's money as plain numbers. */
class Model {
  posted = new Map<Place, bigint>([
    ['cash', 0n],
    [1, 0n],
    [2, 0n],
  ])
  reserved = new Map<Place, bigint>([
    ['cash', 0n],
    [1, 0n],
    [2, 0n],
  ])
  done = new Map<string, string>()
  holds = new Map<string, { from: Place; to: Place; amount: bigint; ended?: 'post' | 'void' }>()

  available(place: Place) {
    return (this.posted.get(place) ?? 0n) - (this.reserved.get(place) ?? 0n)
  }

  /**
   * Answers what the ledger should; `request` stands for everything that makes two requests the
   * same.
   */
  ask(
    key: string,
    request: string,
    from: Place,
    amount: bigint,
    apply: () => void,
  ): Outcome['kind'] | 'replayed' {
    const before = this.done.get(key)
    if (before !== undefined) return before === request ? 'replayed' : 'key_conflict'
    if (from !== 'house' && this.available(from) < amount) return 'insufficient'
    this.done.set(key, request)
    apply()
    return 'done'
  }

  move(from: Place, to: Place, amount: bigint) {
    if (from !== 'house') this.posted.set(from, this.posted.get(from)! - amount)
    if (to !== 'house') this.posted.set(to, this.posted.get(to)! + amount)
  }

  reserve(place: Place, amount: bigint) {
    if (place !== 'house') this.reserved.set(place, this.reserved.get(place)! + amount)
  }

  post(key: string, from: Place, to: Place, amount: bigint) {
    return this.ask(key, `post ${from} ${to} ${amount}`, from, amount, () =>
      this.move(from, to, amount),
    )
  }

  hold(key: string, from: Place, to: Place, amount: bigint) {
    return this.ask(key, `hold ${from} ${to} ${amount}`, from, amount, () => {
      this.reserve(from, amount)
      this.holds.set(key, { from, to, amount })
    })
  }

  resolve(key: string, holdKey: string, phase: 'post' | 'void', part: bigint | undefined) {
    const held = this.holds.get(holdKey)
    if (!held) return 'unknown_hold'
    const whole = phase === 'void' || part === undefined || part > held.amount
    const amount = whole ? held.amount : part
    const request = `${phase} ${holdKey} ${amount}`
    const before = this.done.get(key)
    if (before !== undefined) return before === request ? 'replayed' : 'key_conflict'
    if (held.ended) return 'already_resolved'
    held.ended = phase
    this.done.set(key, request)
    this.reserve(held.from, -held.amount)
    if (phase === 'post') this.move(held.from, held.to, amount)
    return 'done'
  }
}

type Step = {
  op: 'post' | 'hold' | 'settle' | 'release' | 'batch'
  from: Place
  to: Place
  amount: bigint
  part: bigint | undefined
  key: number
  target: number
}

// Few keys, so that replays, conflicts and second resolutions come by themselves.
const place = fc.constantFrom<Place>('cash', 'cash', 1, 2, 'house')
const step: fc.Arbitrary<Step> = fc
  .record({
    op: fc.constantFrom('post', 'post', 'hold', 'hold', 'settle', 'release', 'batch'),
    from: place,
    to: place,
    amount: fc.bigInt(1n, 300n),
    part: fc.option(fc.bigInt(1n, 300n), { nil: undefined }),
    key: fc.nat(24),
    target: fc.nat(24),
  })
  .filter(each => each.from !== each.to)

const seen = (found: Resolution) =>
  found.kind === 'done' && found.replayed ? 'replayed' : found.kind
const request = (memberId: bigint, key: string, each: Step): Posting => ({
  memberId,
  key,
  code: 'adjustment',
  from: accountOf(each.from, true),
  to: accountOf(each.to, false),
  amountFen: each.amount,
  source: { type: 'test', id: 'model' },
  actor: system,
})

/** Runs one step in both and compares the answers. */
async function take(model: Model, memberId: bigint, each: Step) {
  const key = `k${each.key}`
  const holdKey = `k${each.target}`
  const part =
    each.part !== undefined && each.part <= (model.holds.get(holdKey)?.amount ?? 0n)
      ? each.part
      : undefined
  if (each.op === 'post')
    expect(seen(await post(db, request(memberId, key, each)))).toBe(
      model.post(key, each.from, each.to, each.amount),
    )
  if (each.op === 'hold')
    expect(seen(await hold(db, request(memberId, key, each)))).toBe(
      model.hold(key, each.from, each.to, each.amount),
    )
  if (each.op === 'settle')
    expect(seen(await settle(db, { memberId, holdKey, key, amountFen: part, actor: system }))).toBe(
      model.resolve(key, holdKey, 'post', part),
    )
  if (each.op === 'release')
    expect(seen(await release(db, { memberId, holdKey, key, actor: system }))).toBe(
      model.resolve(key, holdKey, 'void', undefined),
    )
  if (each.op === 'batch') {
    const twin = { ...each, from: each.to, to: each.from }
    const asked = [
      request(memberId, key, each),
      request(memberId, holdKey, twin),
      request(memberId, key, each),
    ]
    const expected = [
      model.post(key, each.from, each.to, each.amount),
      model.post(holdKey, twin.from, twin.to, each.amount),
      model.post(key, each.from, each.to, each.amount),
    ]
    expect((await postBatch(db, asked)).map(seen)).toEqual(expected)
  }
}

async function same(model: Model, memberId: bigint) {
  const { cashFen, cashAvailableFen, venues } = await balances(db, memberId)
  const places = new Map<Place, [bigint, bigint]>([
    ['cash', [cashFen, cashAvailableFen]],
    [1, [0n, 0n]],
    [2, [0n, 0n]],
  ])
  for (const each of venues) places.set(each.venueId as 1 | 2, [each.postedFen, each.availableFen])
  for (const [at, [posted, available]] of places)
    expect([at, posted, available]).toEqual([at, model.posted.get(at), model.available(at)])
}

describe('ledger_model_property', () => {
  test("every answer and every balance is the model's, for many members at once", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 5, maxLength: 40 }), { minLength: 6, maxLength: 12 }),
        async scripts => {
          await Promise.all(
            scripts.map(async script => {
              const model = new Model()
              const memberId = newMember()
              await take(model, memberId, {
                op: 'post',
                from: 'house',
                to: 'cash',
                amount: 500n,
                part: undefined,
                key: 99,
                target: 0,
              })
              for (const each of script) await take(model, memberId, each)
              await same(model, memberId)
            }),
          )
        },
      ),
      { numRuns: 15 },
    )
    await assertBooksHold(db)
  })

  test('a storm on few members: each key counts once, and the sum of what was answered is what is there', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 300, maxLength: 500 }), async steps => {
        const members = [newMember(), newMember(), newMember()]
        for (const member of members) await post(db, deposit(member, 2_000n))
        // Keys are shared by all twenty connections: the same request may come from several at
        // once.
        const answers = await Promise.all(
          steps.map(async (each, at) => {
            const memberId = members[at % members.length]!
            const key = `${each.op}${each.key + 25 * (at % 4)}`
            const same = {
              ...each,
              amount: BigInt(1 + each.key * 7),
              from: (['cash', 1, 'house'] as const)[each.key % 3]!,
              to: ([1, 'cash', 2] as const)[each.key % 3]!,
            }
            if (each.op === 'settle' || each.op === 'release') {
              const asked = {
                memberId,
                holdKey: `hold${each.target + 25 * (at % 4)}`,
                key,
                actor: system,
              }
              return {
                memberId,
                key,
                asked: undefined,
                holdKey: asked.holdKey,
                found: await (each.op === 'settle' ? settle(db, asked) : release(db, asked)),
              }
            }
            const asked = request(memberId, key, same)
            const found =
              each.op === 'batch'
                ? (await postBatch(db, [asked, deposit(memberId, 1n)]))[0]!
                : await (each.op === 'hold' ? hold(db, asked) : post(db, asked))
            return { memberId, key, asked: same, holdKey: undefined, found }
          }),
        )
        for (const memberId of members) {
          const mine = answers.filter(each => each.memberId === memberId)
          const model = new Model()
          model.posted.set(
            'cash',
            2_000n + BigInt(mine.filter(each => each.key.startsWith('batch')).length),
          )
          const counted = new Map<string, (typeof mine)[number]>()
          for (const each of mine) {
            if (each.found.kind !== 'done') continue
            const first = counted.get(each.key)?.found
            if (first)
              expect(first.kind === 'done' && first.transactionId).toBe(each.found.transactionId)
            counted.set(each.key, each)
          }
          for (const { asked, key } of counted.values()) {
            if (!asked) continue
            if (key.startsWith('hold')) {
              model.reserve(asked.from, asked.amount)
              model.holds.set(key, { from: asked.from, to: asked.to, amount: asked.amount })
            } else model.move(asked.from, asked.to, asked.amount)
          }
          for (const { holdKey, key } of counted.values())
            if (holdKey)
              expect(
                model.resolve(key, holdKey, key.startsWith('settle') ? 'post' : 'void', undefined),
              ).toBe('done')
          await same(model, memberId)
        }
      }),
      { numRuns: 4 },
    )
    await assertBooksHold(db)
  })

  test('a withdrawal is never paid from what is not there, however the requests fall', async () => {
    const members = Array.from({ length: 6 }, newMember)
    for (const member of members) await post(db, deposit(member, 1_000n))
    const outcomes = await Promise.all(
      Array.from({ length: 240 }, async (_, at) => {
        const member = members[at % 6]!
        const amountFen = BigInt(1 + ((at * 7_919) % 400))
        const found = await (at % 3 ? post : hold)(db, withdrawal(member, amountFen))
        return found.kind === 'done' ? { member, amountFen } : undefined
      }),
    )
    for (const member of members) {
      const gone = outcomes.reduce(
        (sum, each) => (each?.member === member ? sum + each.amountFen : sum),
        0n,
      )
      expect((await balances(db, member)).cashAvailableFen).toBe(1_000n - gone)
    }
  })
})
