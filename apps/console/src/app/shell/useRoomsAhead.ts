import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { idle } from '../../ui/idle.ts'
import { useOperator } from '../session/operator.ts'
import { rooms } from '../rooms.ts'

/** The code of the first room comes first. */
const BEGIN_MS = 500

/**
 * Fetches the code of the rooms that the operator enters, one after the other while nothing else is
 * to do and nothing is asked for, and the library of charts last: a press then waits for the rows
 * only. What does not come is asked for when it is shown.
 */
export function useRoomsAhead(): void {
  const { permissions } = useOperator()
  const cache = useQueryClient()
  useEffect(() => {
    let isGone = false
    const codes = rooms
      .filter(({ permission }) => permission === '' || permissions.includes(permission))
      .map(({ page }) => page.load)
    const begin = async () => {
      for (const load of [...codes, () => import('../../parts/chart/draw.ts')]) {
        do {
          await idle()
        } while (cache.isFetching() > 0)
        if (isGone) return
        await load()
      }
    }
    const timer = setTimeout(() => void begin().catch(() => {}), BEGIN_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [permissions, cache])
}
