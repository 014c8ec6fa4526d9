import type { VenueBet } from '@tianping/venue-protocol'
import type { Case } from '../case.ts'
import { hold, need, refused, same, type Subject } from '../subject.ts'

const section = '5 The feed'
const play = ['open', 'bet'] as const

/** Some bets of one player, and what the feed said of them. */
async function played(at: Subject, count: number) {
  const before = await at.end()
  const stake = await at.stake()
  const funds = stake * 20 * count
  const player = await at.player(funds)
  const game = await at.opened(player)
  for (let n = 0; n < count; n += 1) await need(at.driver.bet)(game, stake)
  const { items } = await at.feed(before)
  return { before, funds, player, bets: items.filter(each => each.player === player) }
}

/** The latest record of each bet. */
const latest = (records: readonly VenueBet[]) => {
  const bets = new Map<string, VenueBet>()
  for (const each of records) {
    const known = bets.get(each.bet_id)
    if (!known || known.version < each.version) bets.set(each.bet_id, each)
  }
  return [...bets.values()]
}

function sound(bet: VenueBet) {
  same(String(bet.net), String(bet.payout - bet.stake), `net of ${bet.bet_id}, payout - stake`)
  hold(bet.valid_amount <= bet.stake, `the valid amount of ${bet.bet_id} is at most its stake`)
  hold(bet.status === 'OPEN' || bet.settled_at !== null, 'what is settled says when')
}

const key = (each: VenueBet) => `${each.version} ${each.bet_id}`

export const feed: Case[] = [
  {
    id: 'feed-limits',
    rule: 'limit is 1 to 1000, and after is a cursor',
    section,
    run: async at => {
      for (const query of [{ limit: 0 }, { limit: 1_001 }, { after: 'x' }, { after: '-1' }])
        refused(await at.ask('bets', query), [2000])
      const { next_cursor, has_more, items } = await at.data('bets', {
        after: 999_999_999_999_999,
      })
      same([String(next_cursor), has_more, items.length], ['999999999999999', false, 0], 'the end')
    },
  },
  {
    id: 'feed-order',
    rule: 'records come in the order of their versions, above the cursor',
    section,
    run: async at => {
      const { items } = await at.feed(0n)
      for (const [n, each] of items.entries()) {
        sound(each)
        const before = items[n - 1]?.version ?? 0n
        hold(each.version > before, `version ${each.version} comes after ${before}`)
      }
    },
  },
  {
    id: 'bet',
    rule: 'a bet is in the feed with its full state, and the wallet agrees',
    section,
    needs: play,
    run: async at => {
      const { funds, player, bets } = await played(at, 1)
      const [bet] = latest(bets)
      hold(bet, 'the bet is in the feed')
      sound(bet)
      same(bet.status, 'SETTLED', 'the status')
      same(await at.balance(player), funds + Number(bet.net), 'the balance')
      const found = await at.data('bet', { bet_id: bet.bet_id })
      same(key(found), key(bet), 'the bet by its number')
      refused(await at.ask('bet', { bet_id: 'NO-SUCH-BET' }), [2404])
    },
  },
  {
    id: 'feed-pages',
    rule: 'page by page nothing is lost and nothing comes twice',
    section,
    needs: play,
    run: async at => {
      const { before } = await played(at, 4)
      const [whole, single] = [await at.feed(before), await at.feed(before, 1)]
      same(single.items.map(key), whole.items.map(key), 'records with limit 1')
      same(String(single.cursor), String(whole.cursor), 'the cursor')
    },
  },
  {
    id: 'feed-while-playing',
    rule: 'read while bets are placed, the feed loses none: after 8 was seen, no 7 comes',
    section,
    needs: play,
    run: async at => {
      const before = await at.end()
      const stake = await at.stake()
      const until = { done: false }
      const read: VenueBet[] = []
      const reading = (async () => {
        for (let cursor = before; ;) {
          const last = until.done
          const page = await at.feed(cursor, 3)
          read.push(...page.items)
          cursor = page.cursor
          if (last) return
        }
      })()
      try {
        await Promise.all(
          Array.from({ length: 6 }, async () => {
            const game = await at.opened(await at.player(stake * 20))
            await need(at.driver.bet)(game, stake)
          }),
        )
      } finally {
        until.done = true
        await reading
      }
      const whole = await at.feed(before)
      same(latest(read).map(key).toSorted(), whole.items.map(key).toSorted(), 'what was read')
    },
  },
  {
    id: 'resettled',
    rule: 'a bet that is settled again has a higher version, the next revision, and the money moves',
    section,
    needs: ['open', 'bet', 'correct'],
    run: async at => {
      const { funds, player, bets, before } = await played(at, 2)
      const [bet] = latest(bets)
      hold(bet, 'the bet is in the feed')
      const cursor = await at.end()
      await need(at.driver.correct)(bet.bet_id, Number(bet.payout) + 7)
      const { items } = await at.feed(cursor)
      const again = items.find(each => each.bet_id === bet.bet_id)
      hold(again, 'the bet comes again, above the cursor that was read')
      sound(again)
      same([again.revision, String(again.payout)], [2, String(bet.payout + 7n)], 'revision, payout')
      const all = (await at.feed(before)).items.filter(each => each.bet_id === bet.bet_id)
      same(all.map(key), [key(again)], 'the bet is no longer under its old version')
      const net = latest((await at.feed(before)).items)
        .filter(each => each.player === player)
        .reduce((sum, each) => sum + Number(each.net), 0)
      same(await at.balance(player), funds + net, 'the balance')
    },
  },
  {
    id: 'voided',
    rule: 'a voided bet gives the stake back and counts for nothing',
    section,
    needs: ['open', 'bet', 'correct'],
    run: async at => {
      const { funds, player, bets, before } = await played(at, 1)
      const [bet] = latest(bets)
      hold(bet, 'the bet is in the feed')
      await need(at.driver.correct)(bet.bet_id, null)
      const { items } = await at.feed(before)
      const voided = latest(items.filter(each => each.bet_id === bet.bet_id))[0]
      hold(voided, 'the bet comes again')
      same([voided.status, String(voided.valid_amount)], ['VOID', '0'], 'status, valid amount')
      hold(voided.version > bet.version, 'the version is higher')
      same(await at.balance(player), funds, 'the balance')
    },
  },
]
