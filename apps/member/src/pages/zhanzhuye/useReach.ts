import { useEffect, useState } from 'react'

/** A page that has not answered by then is not waited for. */
const patienceMs = 6_000

export type Reach = 'asking' | 'there' | 'lost'

/**
 * Whether another site can be reached from here. A frame does not say when it fails, so the site's
 * small picture is asked for first: it comes or it does not.
 */
export function useReach(page: string): [Reach, () => void] {
  const [round, setRound] = useState(0)
  const [reach, setReach] = useState<Reach>('asking')
  useEffect(() => {
    const probe = new Image()
    const lost = () => setReach('lost')
    const timer = setTimeout(lost, patienceMs)
    probe.onload = () => setReach('there')
    probe.onerror = lost
    probe.referrerPolicy = 'no-referrer'
    probe.src = `${new URL('/favicon.ico', page).href}?${round}`
    return () => {
      clearTimeout(timer)
      probe.onload = probe.onerror = null
    }
  }, [page, round])
  return [
    reach,
    () => {
      setReach('asking')
      setRound(round + 1)
    },
  ]
}
