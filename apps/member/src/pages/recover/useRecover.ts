import { useAction } from '../../app/calls.ts'
import { replaceWith } from '../../app/routes/navigation.ts'
import { toast } from '../../ui/layer/toast.tsx'

type Failed = (error: Error) => void
type Values = { name: string; code: string; password: string; confirm: string; ticket: string }

/** `sent` gets the ticket that the code is good with. */
export const useRecoverCode = (failed: Failed, sent: (ticket: string) => void) =>
  useAction('POST /api/recover/code', {
    failed,
    done: ({ message, data }) => {
      sent(data.ticket)
      if (message) toast(message)
    },
  })

/** Leads to the log-in when it is done. */
export function useRecover(failed: Failed, recovered: () => void) {
  const { run, busy } = useAction('POST /api/recover', {
    failed,
    done: ({ message }) => {
      recovered()
      if (message) toast(message)
      replaceWith('/login')
    },
  })
  return {
    busy,
    run: ({ name, code, password, ticket }: Values) => run({ name, code, password, ticket }),
  }
}
