import type { FactorProof } from '@tianping/contract/factors'
import { useState } from 'react'
import { factorsAsked } from '../../app/factor/askFactor.ts'
import type { FactorKind, Shown } from '../../app/factor/FactorSheet.tsx'
import { passkeyProof } from '../../app/factor/passkey.ts'

/** The second factor of a withdrawal: asked for once the server has refused without one. */
export function useFactor(send: (factor: FactorProof) => void) {
  const [asked, setAsked] = useState<FactorKind[] | null>(null)
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
      const next = factorsAsked(error)
      setAsked(next)
      return next !== null
    },
    sheet: {
      open: asked !== null,
      methods: asked ?? [],
      asking,
      onShow: (shown: Shown) => void show(shown),
      onClose: close,
    },
  }
}
