import {
  hashKey,
  useMutation,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * What an operator does. While an action is on its way the same one is not sent again: `isPending`
 * is what the last drawing saw, and a second press or Enter can come before the next.
 */
export function useAction<Given = unknown, Sent = void>(
  options: UseMutationOptions<Given, Error, Sent>,
): UseMutationResult<Given, Error, Sent> {
  const running = useRef(new Set<string>())
  const action = useMutation<Given, Error, Sent>({
    ...options,
    onSettled: async (...settled) => {
      try {
        await options.onSettled?.(...settled)
      } finally {
        running.current.delete(keyOf(settled[2]))
      }
    },
  })
  const mutate: typeof action.mutate = (...given) => {
    const key = keyOf(given[0])
    if (running.current.has(key)) return
    running.current.add(key)
    action.mutate(...given)
  }
  return { ...action, mutate }
}

const keyOf = (sent: unknown) => hashKey([sent])
