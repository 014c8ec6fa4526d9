import type { Given } from '@tianping/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../app/api.ts'

export type Before = Given<'POST /api/money/before'>

/** A page waits no longer for this; then the game opens as it always did. */
const waitMs = 4_000

/**
 * What stands before a game: undefined while it is asked, null where the game opens by itself. A
 * refusal is the launch's to say.
 */
export function useBefore(game: { name: string; code: string }, enabled: boolean) {
  const [before, setBefore] = useState<Before | null>()
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    const found = await call(
      'POST /api/money/before',
      { plat_name: game.name, game_code: game.code },
      { signal },
    ).catch(() => null)
    setBefore(found?.data.ask ? found.data : null)
  })
  useEffect(() => {
    if (!enabled) return
    const aborts = new AbortController()
    const timer = setTimeout(() => aborts.abort(), waitMs)
    void ask(aborts.signal).finally(() => clearTimeout(timer))
    return () => clearTimeout(timer)
  }, [enabled])
  return before
}
