import type { FactorProof } from '@tianping/contract/factors'
import { useState } from 'react'
import { useAnswer } from '../calls.ts'
import { Awaited } from '../FailedAnswer.tsx'
import { FactorSheet, type Shown } from './FactorSheet.tsx'
import { passkeyProof } from './passkey.ts'

/** What a call takes that wants to know that it is the member. */
export type Proof = { password: string; factor?: FactorProof }

type Props = {
  open: boolean
  title: string
  lead?: string
  busy: boolean
  onProof: (proof: Proof) => void
  onClose: () => void
}

/** Asks for the log-in password, and for a second factor where the member has one. */
export function ProofSheet({ open, title, lead, busy, onProof, onClose }: Props) {
  const [asking, setAsking] = useState(false)
  const safety = useAnswer('POST /api/safety/show', {}, { enabled: open, freshMs: 0 })
  const methods = safety.data?.methods ?? []
  async function show({ password, kind, code }: Shown) {
    if (methods.length === 0) return onProof({ password })
    if (kind !== 'passkey') return onProof({ password, factor: { kind, code, ticket: '' } })
    setAsking(true)
    const factor = await passkeyProof().finally(() => setAsking(false))
    if (factor) onProof({ password, factor })
  }
  return (
    <FactorSheet
      open={open}
      waiting={safety.data ? undefined : <Awaited of={safety} rows={2} />}
      title={title}
      {...(lead === undefined ? {} : { lead })}
      methods={methods}
      password
      busy={busy || asking}
      onShow={shown => void show(shown)}
      onClose={onClose}
    />
  )
}
