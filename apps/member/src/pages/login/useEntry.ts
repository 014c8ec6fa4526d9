import type { Sent } from '@tianping/contract'
import { enter, enterNew } from '../../app/account.ts'
import { useAction, useAnswer } from '../../app/calls.ts'
import { toast } from '../../ui/layer/toast.tsx'
import { forgetLink, pidOf } from './firstLink.ts'
import { withProof } from './proof.ts'

/** The two calls that begin a session; afterwards the way leads to `redirect` or home. */
export const useLogin = (redirect: string, failed: (error: Error) => void) =>
  useAction('POST /api/login', {
    opensSession: true,
    failed,
    answering: withProof,
    done: ({ data, message }) => {
      if (message) toast(message)
      enter(data.api_token, redirect)
    },
  })

type Registration = {
  pid: string
  redirect: string
  registered: () => void
  failed: (error: Error) => void
}

/**
 * The message is shown whatever the code (P1-7-13): a refusal is said by the cache, the success
 * here.
 */
export function useRegister({ pid, redirect, registered, failed }: Registration) {
  const { data: texts } = useAnswer('POST /api/consents/current', {}, { silent: true })
  const { run, busy } = useAction('POST /api/register', {
    opensSession: true,
    failed,
    done: ({ data, message }) => {
      registered()
      forgetLink()
      if (message) toast(message)
      return enterNew(data.api_token, redirect)
    },
  })
  return {
    busy,
    /**
     * The versions that were agreed to go with it, and the referrer's number when a link carried
     * one.
     */
    run: ({ agreed, ...values }: Sent<'POST /api/register'> & { agreed: boolean }) => {
      const referrer = pidOf(pid)
      return run({
        ...values,
        ...(agreed ? Object.fromEntries((texts ?? []).map(text => [text.kind, text.version])) : {}),
        ...(referrer ? { pid: referrer } : {}),
      })
    },
  }
}
