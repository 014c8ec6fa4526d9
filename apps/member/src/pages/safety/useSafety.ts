import type { FactorProof } from '@tianping/contract/factors'
import type { Given } from '@tianping/contract'
import { useState } from 'react'
import { useAction, useAnswer } from '../../app/calls.ts'
import type { Shown } from '../../app/factor/FactorSheet.tsx'
import { makePasskey, passkeyProof } from '../../app/factor/passkey.ts'
import { toast } from '../../ui/layer/toast.tsx'

export type Safety = Given<'POST /api/safety/show'>
export type NewTotp = Given<'POST /api/safety/totp/begin'>
const stale = ['POST /api/safety/show'] as const

export const useSafety = () => useAnswer('POST /api/safety/show', {}, { freshMs: 0 })

/** What asks for the password and, where there is one, for a factor. */
export type Change =
  | { what: 'totpOn' | 'totpOff' | 'passkeyOn' | 'recovery' }
  | { what: 'passkeyOff'; id: string }

type Ends = {
  /** The change was accepted: its sheet closes. */
  proven: () => void
  newTotp: (totp: NewTotp) => void
  newCodes: (codes: string[]) => void
  /** What this browser's passkey is called. */
  label: string
}

/** The changes of how one comes in. */
export function useChanges({ proven, newTotp, newCodes, label }: Ends) {
  const told = ({ message }: { message: string }) => {
    proven()
    toast(message)
  }
  const coded = ({ data, message }: { data: { recovery_codes: string[] }; message: string }) => {
    told({ message })
    if (data.recovery_codes.length > 0) newCodes(data.recovery_codes)
  }
  const finish = useAction('POST /api/safety/passkeys/finish', { stale, done: coded })
  const actions = {
    totpOn: useAction('POST /api/safety/totp/begin', {
      done: ({ data }) => {
        proven()
        newTotp(data)
      },
    }),
    totpOff: useAction('POST /api/safety/totp/remove', { stale, done: told }),
    passkeyOn: useAction('POST /api/safety/passkeys/begin', {
      done: async ({ data }) => {
        proven()
        const response = await makePasskey(data.options)
        if (response) finish.run({ label, response })
      },
    }),
    passkeyOff: useAction('POST /api/safety/passkeys/remove', { stale, done: told }),
    recovery: useAction('POST /api/safety/recovery', { stale, done: coded }),
  }
  return { actions, coded }
}

type Actions = ReturnType<typeof useChanges>['actions']

/** Sends one change with what the member has shown for it. */
export function useProven(change: Change | null, actions: Actions, hasFactor: boolean) {
  const [asking, setAsking] = useState(false)
  const action = change ? actions[change.what] : null

  const send = (password: string, factor?: FactorProof) => {
    const proof = factor ? { password, factor } : { password }
    if (change?.what === 'passkeyOff') actions.passkeyOff.run({ ...proof, id: change.id })
    else if (change) actions[change.what].run(proof)
  }
  async function show({ password, kind, code }: Shown) {
    if (!hasFactor) return send(password)
    if (kind !== 'passkey') return send(password, { kind, code, ticket: '' })
    setAsking(true)
    const proof = await passkeyProof().finally(() => setAsking(false))
    if (proof) send(password, proof)
  }
  return {
    busy: asking || (action?.busy ?? false),
    show: (shown: Shown) => void show(shown),
  }
}

export const useEndSessions = () =>
  useAction('POST /api/safety/sessions/end', { stale, done: ({ message }) => toast(message) })

export const useConfirmTotp = (done: ReturnType<typeof useChanges>['coded']) =>
  useAction('POST /api/safety/totp/confirm', { stale, done })
