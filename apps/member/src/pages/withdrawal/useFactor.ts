import type { FactorProof } from '@tianping/contract/factors'
import { useState } from 'react'
import { Refused, refusedFor } from '../../app/api.ts'
import type { FactorKind, Shown } from '../../app/factor/FactorSheet.tsx'
import { passkeyProof } from '../../app/factor/passkey.ts'

type Asked = { methods: FactorKind[]; refusal: string | undefined }

/** What a refused withdrawal asks for; null when it was refused for something else. */
function askedBy(error: Error): Asked | null {
  if (!(error instanceof Refused)) return null
  const { rule, methods } = (error.data ?? {}) as { rule?: unknown; methods?: FactorKind[] }
  if (rule !== 'factor' || !methods) return null
  const first = refusedFor(error, 'withdrawal.factor_needed')
  return { methods, refusal: first ? undefined : error.message }
}

/** The second factor of a withdrawal: asked for once the server has refused without one. */
export function useFactor(send: (factor: FactorProof) => void) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [asking, setAsking] = useState(false)
  async function show({ kind, code }: Shown) {
    if (kind !== 'passkey') return send({ kind, code, ticket: '' })
    setAsking(true)
    const proof = await passkeyProof().finally(() => setAsking(false))
    if (proof) send(proof)
  }
  const close = () => setAsked(null)
  return {
    close,
    /** Whether the refusal was one that the sheet answers. */
    refused: (error: Error): boolean => {
      const next = askedBy(error)
      setAsked(next)
      return next !== null
    },
    sheet: {
      open: asked !== null,
      methods: asked?.methods ?? [],
      refusal: asked?.refusal,
      asking,
      onShow: (shown: Shown) => void show(shown),
      onClose: close,
    },
  }
}
