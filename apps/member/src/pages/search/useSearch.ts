import type { Given } from '@tianping/contract'
import { useEffect, useState } from 'react'
import { useAnswer } from '../../app/calls.ts'

export type Found = Given<'POST /api/search'>

/** Typing rests this long before the server is asked. */
const restMs = 250

/** What is typed, a moment after the last letter. */
function useRested(typed: string) {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), restMs)
    return () => clearTimeout(timer)
  }, [typed])
  return rested
}

/** What is found for what was typed; the last answer stays while the next is on its way. */
export function useSearch(typed: string) {
  const q = useRested(typed.trim())
  return { q, ...useAnswer('POST /api/search', { q }, { enabled: q !== '', keepLast: true }) }
}
