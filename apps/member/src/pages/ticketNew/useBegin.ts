import { useAction } from '../../app/calls.ts'
import { replaceWith } from '../../app/routes/navigation.ts'
import { addressOf } from '../../app/routes/paths.ts'
import { sendPicture } from '../../app/tickets/sendPicture.ts'
import { sayLost } from '../../app/tickets/sayLost.ts'
import { toast } from '../../ui/layer/toast.tsx'

/** Begins a conversation, then sends its picture; afterwards the way leads to it. */
export const useBegin = (picture: File | null, failed: (error: Error) => void, sent: () => void) =>
  useAction('POST /api/tickets/new', {
    failed: error => {
      sayLost(error)
      failed(error)
    },
    stale: ['POST /api/tickets'],
    done: async ({ data: { ticket_no }, message }) => {
      sent()
      toast(message)
      // The page of the conversation stands while the picture is on its way.
      replaceWith(addressOf('/ticket', { id: ticket_no }))
      if (picture) await sendPicture(ticket_no, picture)
    },
  })
