import { useCallback, useEffect, useState } from 'react'

const read = () => {
  const { match } = (history.state ?? {}) as { match?: number }
  return typeof match === 'number' ? match : null
}

/** Which match is open; the phone's own way back closes it. */
export function useOpenMatch(): [
  number: number | null,
  open: (number: number) => void,
  back: () => void,
] {
  const [number, setNumber] = useState(read)
  useEffect(() => {
    const moved = () => setNumber(read())
    window.addEventListener('popstate', moved)
    return () => window.removeEventListener('popstate', moved)
  }, [])
  const open = useCallback((match: number) => {
    if (read() === null) history.pushState({ match }, '')
    else history.replaceState({ match }, '')
    setNumber(match)
  }, [])
  const back = useCallback(() => history.back(), [])
  return [number, open, back]
}
