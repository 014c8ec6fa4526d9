import { useAction, useAnswer } from '../../app/calls.ts'
import { toast } from '../../ui/layer/toast.tsx'

export const useClosing = () => useAnswer('POST /api/closing', {}, { freshMs: 0 })

/** Asks for it; the sheet closes, whether it was accepted or a password was wrong. */
export const useClose = (ended: () => void) =>
  useAction('POST /api/closing/ask', {
    stale: ['POST /api/closing', 'POST /api/user', 'POST /api/balance'],
    failed: ended,
    done: ({ message }) => {
      ended()
      toast(message)
    },
  })
