import { useCallback, useEffect, useState } from 'react'
import type { Ask } from './useOperator.ts'
import type { Page } from './wire.ts'

/** A list by pages; `path` names it, `cursor` says from which item the next page goes on. */
export function useList<T>(
  ask: Ask,
  path: string,
  cursor: (last: T) => string | number,
  /** Another number reads it again. */
  turn = 0,
) {
  const [page, setPage] = useState<Page<T> | null>(null)
  const [trouble, setTrouble] = useState('')
  const load = useCallback(
    async (before?: T) => {
      try {
        const from =
          before === undefined
            ? ''
            : `${path.includes('?') ? '&' : '?'}before=${encodeURIComponent(cursor(before))}`
        const found = await ask<Page<T>>('GET', path + from)
        setPage(known =>
          before === undefined || !known
            ? found
            : { ...found, items: [...known.items, ...found.items] },
        )
        setTrouble('')
      } catch (error) {
        setTrouble((error as Error).message)
      }
    },
    // The cursor is a plain function of the item.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [ask, path],
  )
  useEffect(() => {
    void load()
  }, [load, turn])
  return {
    items: page?.items ?? null,
    more: page?.has_more ? () => void load(page.items.at(-1)) : null,
    again: () => void load(),
    trouble,
  }
}
