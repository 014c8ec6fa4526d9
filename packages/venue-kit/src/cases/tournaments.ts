import type { Case } from '../case.ts'
import { refused, same, type Subject } from '../subject.ts'

const section = '5 Tournaments (v1.1)'
const HOUR_MS = 3_600_000

async function asked(at: Subject, ref: string) {
  const { game_code } = await at.game()
  return {
    ref,
    name: 'kit',
    games: [game_code],
    measure: 'stake' as const,
    starts_at: new Date(Date.now() - HOUR_MS).toISOString(),
    ends_at: new Date(Date.now() + HOUR_MS).toISOString(),
    open: true,
  }
}

const listed = async (at: Subject, ref: string) =>
  (await at.data('tournaments', {})).items.find(each => each.ref === ref)

export const tournaments: Case[] = [
  {
    id: 'tournament-told',
    rule: 'a tournament is made by its ref, changed by it, and listed as it was asked for last',
    section,
    feature: 'tournaments',
    run: async at => {
      const wanted = await asked(at, 'KIT-race')
      same((await at.data('putTournament', wanted)).open, true, 'open')
      await at.data('putTournament', { ...wanted, name: 'kit 2', games: [] })
      const found = await listed(at, wanted.ref)
      same([found?.name, found?.games.length, found?.measure], ['kit 2', 0, 'stake'], 'as listed')
      const closed = await at.data('putTournament', { ...wanted, open: false })
      same([closed.open, (await listed(at, wanted.ref))?.open], [false, false], 'closed')
    },
  },
  {
    id: 'tournament-refused',
    rule: 'what a tournament cannot be is refused: an unknown game 3001, an end before its start 2000',
    section,
    feature: 'tournaments',
    run: async at => {
      const wanted = await asked(at, 'KIT-race-no')
      refused(await at.ask('putTournament', { ...wanted, games: ['no-such-game'] }), [3001])
      refused(await at.ask('putTournament', { ...wanted, ends_at: wanted.starts_at }), [2000])
      same(await listed(at, wanted.ref), undefined, 'what was refused')
    },
  },
  {
    id: 'tournament-places',
    rule: 'places of players are kept, those of unknown players are not; an unknown tournament is refused with 2404',
    section,
    feature: 'tournaments',
    run: async at => {
      const { ref, ...rest } = await asked(at, 'KIT-race-places')
      const player = await at.player(0)
      const items = [
        { player, place: 2, score: 1_000 },
        { player: 'KIT-nobody', place: 1, score: 2_000 },
      ]
      refused(await at.ask('tournamentPlaces', { ref: 'KIT-no-race', items }), [2404])
      await at.data('putTournament', { ref, ...rest })
      for (let time = 0; time < 2; time += 1)
        same((await at.data('tournamentPlaces', { ref, items })).kept, 1, 'places kept')
      const out = [{ player, place: null, score: 0 }]
      same((await at.data('tournamentPlaces', { ref, items: out })).kept, 0, 'nothing kept')
      await at.data('putTournament', { ref, ...rest, open: false })
    },
  },
]
