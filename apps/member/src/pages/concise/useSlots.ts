import type { Given } from '@tianping/contract'
import { useAnswer } from '../../app/calls.ts'
import { openGame } from '../../app/games/openGame.ts'

export type Slot = Given<'POST /api/gamelistBycode'>[number]

/** The venues' tabs by the code the server takes (P2-2.16-01). */
export const slotTabs = [
  { key: 'obgdy', label: 'OB' },
  { key: 'fgdz', label: 'FG' },
  { key: 'pp', label: 'PP' },
  { key: 'ae', label: 'AE' },
] as const
export type SlotTab = (typeof slotTabs)[number]['key']

/** The games of one tab: asked for when it is first shown, and kept. */
export const useSlots = (tab: SlotTab) =>
  useAnswer('POST /api/gamelistBycode', { gamecode: tab }, { once: true })

/** A meter is at most this old where it is looked at, beside the ten seconds of the server. */
const POOLS_MS = 15_000

/** The pool of each game that has one, by venue and game. */
export function usePools(): ReadonlyMap<string, number> {
  const { data } = useAnswer('GET /api/jackpots', {}, { everyMs: POOLS_MS, silent: true })
  return new Map(
    data?.flatMap(each => each.games.map(game => [`${each.platform_name}/${game}`, each.pool])),
  )
}

/** Opens a game; visitors are told to log in. */
export function openSlot(slot: Slot) {
  openGame({
    name: slot.catecode,
    code: slot.gamecode,
    title: slot.gamename,
    picture: slot.gamepic,
  })
}
