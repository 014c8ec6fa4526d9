import { useEffect, useState } from 'react'
import { soundIsOn, switchSound, watchSound } from '../kit/sound.ts'

/** Whether sounds are on, and the switch. */
export function useSound(): readonly [on: boolean, flip: () => void] {
  const [on, setOn] = useState(soundIsOn)
  useEffect(() => watchSound(() => setOn(soundIsOn())), [])
  return [on, () => switchSound(!on)]
}
