import { enter } from '../../app/account.ts'
import { useAction } from '../../app/calls.ts'
import { toast } from '../../ui/layer/toast.tsx'

/** The two calls that begin a session; afterwards the way leads to `redirect` or home. */
export const useLogin = (redirect: string) =>
  useAction('POST /api/login', {
    opensSession: true,
    done: ({ data, message }) => {
      if (message) toast(message)
      enter(data.api_token, redirect)
    },
  })

/**
 * The message is shown whatever the code (P1-7-13): a refusal is said by the cache, the success
 * here.
 */
export const useRegister = (redirect: string, registered: () => void) =>
  useAction('POST /api/register', {
    opensSession: true,
    done: ({ data, message }) => {
      registered()
      if (message) toast(message)
      enter(data.api_token, redirect)
    },
  })
