import { useState } from 'react'
import { enter } from '../../app/account.ts'
import { call, Refused, refusedFor, wordsOf } from '../../app/api.ts'
import { useAction } from '../../app/calls.ts'
import type { FactorKind, Shown } from '../../app/factor/FactorSheet.tsx'
import { showPasskey } from '../../app/factor/passkey.ts'
import { toast } from '../../ui/layer/toast.tsx'

/** A log-in whose password was right and whose second factor is asked for. */
export type Half = { ticket: string; methods: FactorKind[] }

/** The second step that a refused log-in leads to; null for every other refusal. */
export const halfOf = (error: Error): Half | null =>
  error instanceof Refused && refusedFor(error, 'login.second_step') ? (error.data as Half) : null

type Ends = { half: Half | null; redirect: string; leave: () => void }

/** Shows the factor and goes on to `redirect`; a step that is over leads back to the form. */
export function useSecondStep({ half, redirect, leave }: Ends) {
  const [asking, setAsking] = useState(false)
  const done = ({ data, message }: { data: { api_token: string }; message: string }) => {
    leave()
    if (message) toast(message)
    enter(data.api_token, redirect)
  }
  const failed = (error: Error) => {
    if (refusedFor(error, 'login.step_over')) leave()
  }
  const byCode = useAction('POST /api/login/second', { opensSession: true, done, failed })
  const byPasskey = useAction('POST /api/login/passkey/finish', {
    opensSession: true,
    done,
    failed: leave,
  })

  async function askPasskey({ ticket }: Half) {
    setAsking(true)
    try {
      const { data } = await call('POST /api/login/passkey/begin', { ticket })
      const response = await showPasskey(data.options)
      if (response) byPasskey.run({ ticket: data.ticket, response })
    } catch (error) {
      toast(wordsOf(error as Error) ?? '网络异常，请重试', 'danger')
      failed(error as Error)
    } finally {
      setAsking(false)
    }
  }

  return {
    leave,
    busy: asking || byCode.busy || byPasskey.busy,
    show: ({ kind, code }: Shown) => {
      if (!half) return
      if (kind === 'passkey') void askPasskey(half)
      else byCode.run({ ticket: half.ticket, kind, code })
    },
  }
}
