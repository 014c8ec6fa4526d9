import { useEffect, useState, type ComponentType } from 'react'

/**
 * The strips of actions without an answer. They come with the first page that offers an action of
 * money: once the network is lost they must be here already. A reload finds what its tab left.
 */
export function OutcomeStrips() {
  const [Strips, setStrips] = useState<ComponentType>()
  useEffect(() => {
    const load = () =>
      void import('./Outcomes.tsx').then(
        ({ Outcomes }) => setStrips(() => Outcomes),
        () => undefined,
      )
    if (sessionStorage.getItem('unsettled')) load()
    addEventListener('unsettled', load)
    return () => removeEventListener('unsettled', load)
  }, [])
  return Strips && <Strips />
}
