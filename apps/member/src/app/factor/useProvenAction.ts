import type { Sent } from '@tianping/contract'
import { useRef } from 'react'
import { useAction, type ActionOptions } from '../calls.ts'
import { askFactor, factorsAsked } from './askFactor.ts'

/** Calls that answer a refusal with a second factor. */
type Proven =
  | 'POST /api/bindcard'
  | 'POST /api/delcard'
  | 'POST /api/editPassword'
  | 'POST /api/editPayPassword'
  | 'POST /api/updateuserinfo'

/**
 * An action that the server may refuse until a second factor is shown: the member is asked for one,
 * and the same is sent again with it. A member who lets it be sees why it was refused.
 */
export function useProvenAction<N extends Proven>(name: N, options: ActionOptions<N> = {}) {
  const last = useRef<Sent<N> | null>(null)
  const action = useAction(name, {
    ...options,
    failed: async error => {
      const methods = factorsAsked(error)
      const factor = methods && (await askFactor(methods))
      if (factor && last.current) action.run({ ...last.current, factor })
      else await options.failed?.(error)
    },
  })
  return {
    ...action,
    run: (sent: Sent<N>): boolean => {
      last.current = sent
      return action.run(sent)
    },
  }
}
