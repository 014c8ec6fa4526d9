import type { Given } from '@tianping/contract'
import { useAnswer } from '../../app/calls.ts'

export type Before = Given<'POST /api/money/before'>

/**
 * What stands before a game: undefined while it is asked, null where the game opens by itself. A
 * refusal is the launch's to say.
 */
export function useBefore(game: { name: string; code: string }, enabled: boolean) {
  const { data, isError, isFetchedAfterMount } = useAnswer(
    'POST /api/money/before',
    { plat_name: game.name, game_code: game.code },
    { enabled, freshMs: 0, silent: true },
  )
  // What was so at an earlier visit is asked anew before it shows; what is asked again later, after
  // a lost network for example, takes nothing away that was typed.
  if (isError && !data) return null
  if (!isFetchedAfterMount || !data) return undefined
  return data.ask ? data : null
}
