import type { Given } from '@tianping/contract'
import { useAnswer } from '../../app/calls.ts'
import { useLoggedIn } from '../../app/session.ts'

export type Level = Given<'POST /api/uservip'>[number]
export type Progress = Given<'POST /api/vipprogress'>

export const useLevels = () => useAnswer('POST /api/uservip', {})

/** Where the member stands; visitors stand nowhere. What fails here only leaves out its card. */
export function useProgress() {
  const held = useLoggedIn()
  return useAnswer('POST /api/vipprogress', {}, { enabled: held, silent: true, freshMs: 0 })
}
