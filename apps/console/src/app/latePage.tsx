import { useEffect, useState, type ComponentType } from 'react'
import { Waiting } from '../ui/Waiting.tsx'

export type Page = ComponentType<{ id: number }>
/** `load` fetches its code before it is shown; where that fails, showing it tries again. */
export type LatePage = Page & { load: () => Promise<unknown> }
type Code = { page?: Page; error?: unknown }

/**
 * A page whose code is asked for when it is first shown, or before. It stands as soon as that is
 * here: React's `lazy` waits until its sign of waiting has been there for 300 ms
 * (docs/decisions/0221-rooms-stand-as-soon-as-their-code-is-here.md). The page throws when its code
 * does not come.
 */
export function latePage(load: () => Promise<{ default: Page }>): LatePage {
  let known: Code = {}
  const ask = async (): Promise<Code> => {
    try {
      known = { page: (await load()).default }
      return known
    } catch (error) {
      return { error }
    }
  }
  function Late({ id }: { id: number }) {
    const [{ page: Shown, error }, show] = useState(known)
    const [coming] = useState(() => (Shown ? undefined : ask()))
    useEffect(() => void coming?.then(show), [coming])
    if (error) throw error
    return Shown ? <Shown id={id} /> : <Waiting />
  }
  return Object.assign(Late, { load: ask })
}
