import { useCallback, useRef } from 'react'

/** The action as a tap starts it: a tap while the action still runs does nothing. */
export function useSingleRun<Given extends unknown[]>(action: (...given: Given) => Promise<void>) {
  const running = useRef(false)
  return useCallback(
    (...given: Given) => {
      if (running.current) return
      running.current = true
      void action(...given).finally(() => {
        running.current = false
      })
    },
    [action],
  )
}
