import type { Channel } from '@tianping/contract/delivery/facts'
import { useAction } from '../../app/calls.ts'
import { toast } from '../../ui/layer/toast.tsx'

type Failed = (error: Error) => void

export const useContactCode = (failed: Failed, sent: () => void) =>
  useAction('POST /api/contacts/code', {
    failed,
    done: ({ message }) => {
      sent()
      if (message) toast(message)
    },
  })

export function useProof(channel: Channel, failed: Failed) {
  const { run, busy } = useAction('POST /api/contacts/verify', {
    failed,
    stale: ['POST /api/contacts'],
    done: ({ message }) => {
      if (message) toast(message)
    },
  })
  return { busy, run: (values: { code: string; password: string }) => run({ channel, ...values }) }
}
