import { useAction } from '../../app/calls.ts'
import { replaceWith } from '../../app/routes/navigation.ts'
import { addressOf } from '../../app/routes/paths.ts'
import { toast } from '../../ui/layer/toast.tsx'

/** Sends a complaint; afterwards the way leads to it. */
export const useComplain = (failed: (error: Error) => void, sent: () => void) =>
  useAction('POST /api/complaints/new', {
    failed,
    stale: ['POST /api/complaints', 'POST /api/user'],
    done: ({ data, message }) => {
      sent()
      toast(message)
      replaceWith(addressOf('/complaint', { no: data.complaint_no }))
    },
  })
