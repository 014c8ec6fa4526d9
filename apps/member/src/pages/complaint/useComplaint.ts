import { useAction, useAnswer } from '../../app/calls.ts'
import { toast } from '../../ui/layer/toast.tsx'

const stale = ['POST /api/complaints/show', 'POST /api/complaints'] as const
const EVERY_MS = 15_000

export const useComplaint = (no: string) =>
  useAnswer('POST /api/complaints/show', { complaint_no: no }, { everyMs: EVERY_MS })

export function useReply(no: string, failed: (error: Error) => void, sent: () => void) {
  const { run, busy } = useAction('POST /api/complaints/reply', {
    stale,
    failed,
    done: ({ message }) => {
      sent()
      toast(message)
    },
  })
  return { busy, run: ({ content }: { content: string }) => run({ complaint_no: no, content }) }
}

export const useWithdraw = () =>
  useAction('POST /api/complaints/withdraw', { stale, done: ({ message }) => toast(message) })
