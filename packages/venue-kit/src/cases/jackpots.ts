import type { Case } from '../case.ts'
import { hold, need, refused, same, type Subject } from '../subject.ts'

const section = '5 Jackpots (v1.1)'
const SHARE = 100
const UNITS = 10_000
const BETS = 3

/** A pool of the kit's game that a few bets cannot fill. */
async function asked(at: Subject, ref = 'KIT-pool') {
  const { game_code, min_stake } = await at.game()
  const seed = Number(min_stake) * 100
  const terms = { share: SHARE, seed, bound: seed * 100 }
  return { ref, name: 'kit', games: [game_code], open: true, ...terms }
}

async function pool(at: Subject, ref: string) {
  const { items } = await at.data('jackpots', {})
  const found = items.find(each => each.ref === ref)
  hold(found, `the list names ${ref}`)
  return found
}

export const jackpots: Case[] = [
  {
    id: 'jackpot-made',
    rule: 'a jackpot is made once, changed by its ref, and listed with its terms',
    section,
    feature: 'jackpots',
    run: async at => {
      const wanted = await asked(at)
      const made = await at.data('putJackpot', wanted)
      same([made.ref, made.open], [wanted.ref, true], 'ref and open')
      same([made.next.share, Number(made.next.bound)], [SHARE, wanted.bound], 'the next terms')
      const again = await at.data('putJackpot', { ...wanted, name: 'kit 2' })
      same([again.name, again.cycle], ['kit 2', made.cycle], 'the changed name, the same cycle')
      same((await pool(at, wanted.ref)).name, 'kit 2', 'the name in the list')
      same((await at.data('putJackpot', { ...wanted, open: false })).open, false, 'closed')
    },
  },
  {
    id: 'jackpot-refused',
    rule: 'what a jackpot cannot be is refused: a game that is unknown 3001, a bound at the seed 2000, a second pool of a game 2000',
    section,
    feature: 'jackpots',
    run: async at => {
      const wanted = await asked(at)
      refused(await at.ask('putJackpot', { ...wanted, games: ['no-such-game'] }), [3001])
      refused(await at.ask('putJackpot', { ...wanted, bound: wanted.seed }), [2000])
      refused(await at.ask('putJackpot', { ...wanted, share: 0 }), [2000])
      await at.data('putJackpot', wanted)
      refused(await at.ask('putJackpot', { ...wanted, ref: 'KIT-other' }), [2000])
      await at.data('putJackpot', { ...wanted, open: false })
    },
  },
  {
    id: 'jackpot-filled',
    rule: 'a stake fills the pool by its share, the feed says by how much, and what went in is there or was paid',
    section,
    feature: 'jackpots',
    needs: ['open', 'bet'],
    run: async at => {
      const { ref, ...rest } = await asked(at)
      await at.data('putJackpot', { ref, ...rest })
      const before = await pool(at, ref)
      const cursor = await at.end()
      const stake = await at.stake()
      const player = await at.player(stake * 20 * BETS)
      const game = await at.opened(player)
      for (let n = 0; n < BETS; n += 1) await need(at.driver.bet)(game, stake)
      const { items } = await at.feed(cursor)
      const own = items.filter(each => each.player === player)
      hold(
        own.length >= BETS && own.every(each => each.jackpot?.ref === ref),
        'each record names the jackpot',
      )
      const latest = new Map(own.map(each => [each.bet_id, each.jackpot]))
      const shares = [...latest.values()].reduce((sum, each) => sum + Number(each?.share ?? 0), 0)
      const exact = (stake * SHARE * BETS) / UNITS
      hold(Math.abs(shares - exact) < 1, `shares of ${shares} fen, expected about ${exact}`)
      const after = await pool(at, ref)
      same(Number(after.contributed - before.contributed), shares, 'what went in')
      same(Number(after.seeded + after.contributed - after.paid), Number(after.pool), 'the pool')
      await at.data('putJackpot', { ref, ...rest, open: false })
    },
  },
]
