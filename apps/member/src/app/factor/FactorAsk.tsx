import { useState } from 'react'
import type { Asked } from './askFactor.ts'
import { FactorSheet, type Shown } from './FactorSheet.tsx'
import { passkeyProof } from './passkey.ts'

/** The sheet that asks for a second factor before a deed. */
export function FactorAsk({ open, methods, answer }: Asked) {
  const [busy, setBusy] = useState(false)
  async function show({ kind, code }: Shown) {
    if (kind !== 'passkey') return answer({ kind, code, ticket: '' })
    setBusy(true)
    const factor = await passkeyProof().finally(() => setBusy(false))
    if (factor) answer(factor)
  }
  return (
    <FactorSheet
      open={open}
      title="双重验证"
      lead="修改账户信息须先完成双重验证。"
      methods={methods}
      busy={busy}
      onShow={shown => void show(shown)}
      onClose={() => answer(null)}
    />
  )
}
