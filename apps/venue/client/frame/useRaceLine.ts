import { useEffect, useState } from 'react'
import { prefer, preferred } from '../kit/preference.ts'

const NAME = 'race-line'
const CHANGED = 'race-line'
const isShown = () => preferred(NAME, true)

/** Whether the line of a tournament is shown on this device, and the switch. */
export function useRaceLine(): readonly [on: boolean, flip: () => void] {
  const [on, setOn] = useState(isShown)
  useEffect(() => {
    const heard = (event: Event) => setOn((event as CustomEvent<boolean>).detail)
    addEventListener(CHANGED, heard)
    return () => removeEventListener(CHANGED, heard)
  }, [])
  const flip = () => {
    prefer(NAME, !on)
    dispatchEvent(new CustomEvent(CHANGED, { detail: !on }))
  }
  return [on, flip]
}
