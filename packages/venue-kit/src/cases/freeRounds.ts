import type { Case } from '../case.ts'
import { hold, need, refused, same, stopped, type Subject } from '../subject.ts'

const section = '5 Free rounds (v1.1)'
const ROUNDS = 2
const DAY_MS = 86_400_000

async function asked(at: Subject, player: string) {
  const { game_code, min_stake } = await at.game()
  const ends_at = new Date((await at.clock()) + DAY_MS).toISOString()
  return {
    ref: at.name('free'),
    player,
    games: [game_code],
    stake: Number(min_stake),
    rounds: ROUNDS,
    ends_at,
  }
}

export const freeRounds: Case[] = [
  {
    id: 'free-once',
    rule: 'a ref grants once: again the same, and with another body 2004',
    section,
    feature: 'free_rounds',
    run: async at => {
      const grant = await asked(at, await at.player())
      const made = await at.data('grantFreeRounds', grant)
      same([made.status, made.used, made.rounds], ['OPEN', 0, ROUNDS], 'status, used and rounds')
      same((await at.data('grantFreeRounds', grant)).ref, grant.ref, 'the same grant again')
      refused(await at.ask('grantFreeRounds', { ...grant, rounds: ROUNDS + 1 }), [2004])
      same((await at.data('freeRounds', { ref: grant.ref })).status, 'OPEN', 'the status')
    },
  },
  {
    id: 'free-refused',
    rule: 'what cannot be given is refused: player 2001, game 3001, stake 2006, a time that is over 2000',
    section,
    feature: 'free_rounds',
    run: async at => {
      const grant = await asked(at, await at.player())
      const past = new Date((await at.clock()) - DAY_MS).toISOString()
      refused(await at.ask('grantFreeRounds', { ...grant, player: at.name('no') }), [2001])
      refused(await at.ask('grantFreeRounds', { ...grant, games: ['no-such-game'] }), [3001])
      refused(await at.ask('grantFreeRounds', { ...grant, stake: grant.stake + 1 }), [2006])
      refused(await at.ask('grantFreeRounds', { ...grant, ends_at: past }), [2000])
      refused(await at.ask('grantFreeRounds', { ...grant, rounds: 0 }), [2000])
      refused(await at.ask('freeRounds', { ref: grant.ref }), [2404])
    },
  },
  {
    id: 'free-cancelled',
    rule: 'a cancelled grant ends for good, and an unknown ref is cancelled so that a late original is refused',
    section,
    feature: 'free_rounds',
    run: async at => {
      const grant = await asked(at, await at.player())
      await at.data('grantFreeRounds', grant)
      for (const time of ['first', 'second']) {
        const ended = await at.data('cancelFreeRounds', { ref: grant.ref })
        same(ended.status, 'CANCELLED', `the status after the ${time} time`)
      }
      refused(await at.ask('grantFreeRounds', grant), [2005])
      const late = { ...grant, ref: at.name('free') }
      same((await at.data('cancelFreeRounds', { ref: late.ref })).status, 'CANCELLED', 'unknown')
      refused(await at.ask('grantFreeRounds', late), [2005])
    },
  },
  {
    id: 'free-played',
    rule: 'a free round takes and pays no money of the wallet, counts in the grant, and names it in the feed',
    section,
    feature: 'free_rounds',
    needs: ['open', 'playFree'],
    run: async at => {
      const player = await at.player()
      const { ref, stake, ...rest } = await asked(at, player)
      await at.data('grantFreeRounds', { ref, stake, ...rest })
      const after = await at.end()
      const game = await at.opened(player)
      for (let round = 0; round < ROUNDS; round += 1)
        await need(at.driver.playFree)(game, ref, stake)
      await stopped(need(at.driver.playFree)(game, ref, stake), 'a round more than granted')
      same(await at.balance(player), 0, 'the balance')
      const { items } = await at.feed(after)
      const own = items.filter(each => each.free_rounds?.ref === ref)
      const bets = [...new Map(own.map(each => [each.bet_id, each])).values()]
      same(bets.length, ROUNDS, 'free rounds in the feed')
      hold(
        bets.every(b => b.stake === 0n && b.valid_amount === 0n && b.net === b.payout),
        'a free round has the stake 0, the valid amount 0 and its payout as net',
      )
      const state = await at.data('freeRounds', { ref })
      const settled = bets.filter(each => each.status === 'SETTLED')
      const won = settled.reduce((sum, each) => sum + Number(each.payout), 0)
      same([state.status, state.used], ['PLAYED', ROUNDS], 'status and used')
      same([state.open, Number(state.won)], [bets.length - settled.length, won], 'open and won')
    },
  },
]
