import type { Case } from '../case.ts'
import { dataOf, envelopeOf, hold, refused, same, type Subject } from '../subject.ts'

const section = '4 Transfers'
const at1e15 = 10 ** 15

/** What is known in the end: asked until it is final, then finalised. */
async function finalOf(at: Subject, ref: string) {
  await at.ask('transferState', { ref })
  return at.data('finalize', { ref })
}

const order = (at: Subject, player: string, amount: number, direction = 'IN') => ({
  ref: at.name('t'),
  player,
  direction,
  amount,
})

/** The money is where the final state says. */
async function agrees(at: Subject, player: string, ref: string, amount: number) {
  const { status } = await finalOf(at, ref)
  hold(status === 'SUCCESS' || status === 'VOIDED', `the state after finalize: ${status}`)
  same(await at.balance(player), status === 'SUCCESS' ? amount : 0, `the balance when ${status}`)
  return status
}

export const transfers: Case[] = [
  {
    id: 'transfer',
    rule: 'a transfer in and out moves its amount and is read back',
    section,
    run: async at => {
      const player = await at.player()
      const asked = order(at, player, 1_000)
      const done = await at.data('transfer', asked)
      same([done.status, Number(done.balance_after)], ['SUCCESS', 1_000], 'the transfer')
      const found = await at.data('transferState', { ref: asked.ref })
      same(String(found.amount), '1000', 'the amount read back')
      await at.data('transfer', order(at, player, 400, 'OUT'))
      same(await at.balance(player), 600, 'the balance')
    },
  },
  {
    id: 'transfer-all',
    rule: 'all takes out whatever is there, nothing too',
    section,
    run: async at => {
      const player = await at.player(800)
      const all = () => ({ ref: at.name('t'), player, direction: 'OUT', all: true })
      same(Number((await at.data('transfer', all())).amount), 800, 'the amount of all')
      same(Number((await at.data('transfer', all())).amount), 0, 'the amount of all, when empty')
    },
  },
  {
    id: 'transfer-amounts',
    rule: 'what is no amount is refused with 2006, and never the outcome of the ref',
    section: '3 Answers',
    run: async at => {
      const player = await at.player(1_000)
      const good = order(at, player, 100)
      const { amount: _, ...none } = good
      const wrong: object[] = [
        ...[0, -1, 1.5, '100', null, at1e15 + 1].map(amount => ({ ...good, amount })),
        none,
        { ...none, all: true },
        { ...good, direction: 'OUT', all: true },
      ]
      for (const each of wrong) refused(await at.ask('transfer', { ...each }), [2006])
      same(await at.balance(player), 1_000, 'the balance')
      await at.data('transfer', good)
    },
  },
  {
    id: 'transfer-twice',
    rule: 'the same request again gets the same answer, and the money moves once',
    section,
    run: async at => {
      const player = await at.player()
      const asked = order(at, player, 500)
      const first = dataOf('transfer', await at.ask('transfer', asked))
      const second = dataOf('transfer', await at.ask('transfer', asked))
      const plain = (each: typeof first) => [each.venue_txn_id, String(each.balance_after)]
      same(plain(second), plain(first), 'the second answer')
      same(await at.balance(player), 500, 'the balance')
    },
  },
  {
    id: 'transfer-respelled',
    rule: 'the same request in another spelling is the same request',
    section,
    run: async at => {
      const player = await at.player()
      const { ref, direction, amount } = order(at, player, 500)
      await at.data('transfer', { ref, player, direction, amount })
      const raw = `{ "amount": 500, "player":"${player}","direction":"IN", "ref":"${ref}" }`
      dataOf('transfer', await at.ask('transfer', { ref }, { raw }))
      same(await at.balance(player), 500, 'the balance')
    },
  },
  {
    id: 'transfer-at-once',
    rule: 'the same request eight times at once moves the money once',
    section,
    run: async at => {
      const player = await at.player()
      const asked = order(at, player, 500)
      const seen = await Promise.all(Array.from({ length: 8 }, () => at.ask('transfer', asked)))
      for (const each of seen) dataOf('transfer', each)
      same(await at.balance(player), 500, 'the balance')
    },
  },
  {
    id: 'transfer-other-body',
    rule: 'another request under a used ref is refused with 2004',
    section,
    run: async at => {
      const [player, other] = [await at.player(900), await at.player()]
      const asked = order(at, player, 500)
      await at.data('transfer', asked)
      for (const change of [{ amount: 501 }, { player: other }, { direction: 'OUT' }])
        refused(await at.ask('transfer', { ...asked, ...change }), [2004])
      same([await at.balance(player), await at.balance(other)], [1_400, 0], 'the balances')
    },
  },
  {
    id: 'transfer-overdraft',
    rule: 'transfers out at the same moment never take more than there is',
    section,
    run: async at => {
      const player = await at.player(300)
      const seen = await Promise.all(
        Array.from({ length: 10 }, () => at.ask('transfer', order(at, player, 100, 'OUT'))),
      )
      const done = seen.filter(each => envelopeOf(each).code === 0).length
      for (const each of seen) if (envelopeOf(each).code !== 0) refused(each, [2003])
      same(done, 3, 'transfers of 100 out of 300 that succeeded')
      same(await at.balance(player), 0, 'the balance')
    },
  },
  {
    id: 'transfer-refusal-final',
    rule: 'a refusal is the outcome of its ref for good, also when its reason is gone',
    section,
    run: async at => {
      const player = await at.player()
      const out = order(at, player, 100, 'OUT')
      refused(await at.ask('transfer', out), [2003])
      await at.moveIn(player, 500)
      refused(await at.ask('transfer', out), [2003])
      const { status, code } = await at.data('transferState', { ref: out.ref })
      same([status, code], ['FAILED', 2003], 'the state')
      same((await at.data('finalize', { ref: out.ref })).status, 'FAILED', 'the final state')
      same(await at.balance(player), 500, 'the balance')
    },
  },
  {
    id: 'transfer-unknown-player',
    rule: 'a transfer of an unknown player is refused with 2001, also once the player exists',
    section,
    run: async at => {
      const player = at.name('late')
      const asked = order(at, player, 100)
      refused(await at.ask('transfer', asked), [2001])
      await at.data('putPlayer', { player, nickname: 'late', currency: 'CNY' })
      refused(await at.ask('transfer', asked), [2001])
      same(await at.balance(player), 0, 'the balance')
    },
  },
  {
    id: 'finalize',
    rule: 'finalize voids an unknown ref, and the late original is refused with 2005',
    section,
    run: async at => {
      const player = await at.player()
      const asked = order(at, player, 500)
      refused(await at.ask('transferState', { ref: asked.ref }), [2404])
      for (let n = 0; n < 2; n += 1)
        same((await at.data('finalize', { ref: asked.ref })).status, 'VOIDED', 'the final state')
      refused(await at.ask('transfer', asked), [2005])
      refused(await at.ask('transfer', { ...asked, amount: 1 }), [2005])
      same((await at.data('transferState', { ref: asked.ref })).status, 'VOIDED', 'the state')
      same(await at.balance(player), 0, 'the balance')
    },
  },
  {
    id: 'finalize-done',
    rule: 'finalize of a transfer that was done leaves it as it is',
    section,
    run: async at => {
      const player = await at.player()
      const asked = order(at, player, 500)
      await at.data('transfer', asked)
      same((await at.data('finalize', { ref: asked.ref })).status, 'SUCCESS', 'the final state')
      await at.data('transfer', asked)
      same(await at.balance(player), 500, 'the balance')
    },
  },
  {
    id: 'finalize-race',
    rule: 'a transfer and its finalize at the same moment end in one state, and the money agrees',
    section,
    run: async at => {
      for (let n = 0; n < 10; n += 1) {
        const player = await at.player()
        const asked = order(at, player, 500)
        const [sent, closed] = await Promise.all([
          at.ask('transfer', asked),
          at.ask('finalize', { ref: asked.ref }),
        ])
        const { status } = dataOf('finalize', closed)
        same(envelopeOf(sent).code, status === 'SUCCESS' ? 0 : 2005, `the transfer when ${status}`)
        same(await agrees(at, player, asked.ref, 500), status, 'the state afterwards')
      }
    },
  },
  {
    id: 'answer-lost',
    rule: 'a transfer whose answer was lost is known after finalize',
    section,
    run: async at => {
      for (let n = 0; n < 5; n += 1) {
        const player = await at.player()
        const asked = order(at, player, 500)
        await at.ask('transfer', asked, { cut: 'answer' })
        await agrees(at, player, asked.ref, 500)
      }
    },
  },
  {
    id: 'request-cut',
    rule: 'of a request that arrived half nothing is done',
    section,
    run: async at => {
      const player = await at.player()
      const asked = order(at, player, 500)
      await at.ask('transfer', asked, { cut: 'body' })
      same(await agrees(at, player, asked.ref, 500), 'VOIDED', 'the state')
    },
  },
  {
    id: 'statement',
    rule: 'the statement of today counts what succeeded, and refuses what is no day',
    section: '5 Calls',
    run: async at => {
      const date = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
      const before = (await at.data('statement', { date })).transfers
      const player = await at.player(700)
      await at.data('transfer', order(at, player, 200, 'OUT'))
      refused(await at.ask('transfer', order(at, player, 9_999, 'OUT')), [2003])
      const after = (await at.data('statement', { date })).transfers
      const grown = [
        after.in_count - before.in_count,
        Number(after.in_amount - before.in_amount),
        after.out_count - before.out_count,
        Number(after.out_amount - before.out_amount),
      ]
      // Others may use the merchant at the same time, so more is possible, and less is not.
      const least = [1, 700, 1, 200]
      hold(
        grown.every((each, n) => each >= (least[n] ?? 0)),
        `the day grew by ${grown.join(' ')}, at least ${least.join(' ')} expected`,
      )
      refused(await at.ask('statement', { date: '2026-02-30' }), [2000])
    },
  },
]
