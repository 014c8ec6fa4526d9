import { useEffect, useState, type ComponentType } from 'react'
import { Waiting } from '../ui/Waiting.tsx'
import { Unread } from './shell/Unread.tsx'

/** `load` fetches its code before it is shown; where that fails, showing it tries again. */
export type Late<Props> = ComponentType<Props> & { load: () => Promise<unknown> }
type Code<Props> = { part?: ComponentType<Props>; error?: unknown }

/**
 * A part whose code is asked for when it is first shown, or before. It stands as soon as that is
 * here: React's `lazy` waits until its sign of waiting has been there for 300 ms
 * (docs/decisions/0221-rooms-stand-as-soon-as-their-code-is-here.md). The part throws when its code
 * does not come.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let known: Code<Props> = {}
  const ask = async (): Promise<Code<Props>> => {
    try {
      known = { part: await load() }
      return known
    } catch (error) {
      return { error }
    }
  }
  function Later(props: Props) {
    const [{ part: Shown, error }, show] = useState(known)
    const [coming] = useState(() => (Shown ? undefined : ask()))
    useEffect(() => void coming?.then(show), [coming])
    if (error) throw error
    return Shown ? <Shown {...props} /> : <Waiting />
  }
  return Object.assign(Later, { load: ask })
}

export type Page = ComponentType<{ id: number }>
export type LatePage = Late<{ id: number }>

/**
 * A page of the back office, which comes with the styles of what only rooms draw. What of the
 * address it does not read is said above it, and not before its code is here.
 */
export const latePage = (load: () => Promise<{ default: Page }>): LatePage =>
  late(async () => {
    const [{ default: Room }] = await Promise.all([load(), import('virtual:antd/rooms.css')])
    return ({ id }) => (
      <>
        <Unread />
        <Room id={id} />
      </>
    )
  })
