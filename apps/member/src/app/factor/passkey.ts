import type { FactorProof } from '@tianping/contract/factors'
import { toast } from '../../ui/layer/toast.tsx'
import { call } from '../api.ts'
import { report } from '../report.ts'

/** Browsers of the last years speak JSON about passkeys by themselves; older ones use a code. */
export const passkeysSupported = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** What the browser's own dialog gave; null when it gave nothing, which is said unless meant. */
async function given(asked: Promise<Credential | null>): Promise<Record<string, unknown> | null> {
  try {
    const credential = await asked
    if (!(credential instanceof PublicKeyCredential)) return null
    return { ...(credential.toJSON() as object) }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') toast('这台设备已添加过通行密钥', 'danger')
    else if (name !== 'NotAllowedError' && name !== 'AbortError')
      toast('通行密钥没有完成', 'danger')
    return null
  }
}

/** Makes a passkey of this device. */
export const makePasskey = (options: Record<string, unknown>) =>
  given(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as never),
    }),
  )

/** Shows a passkey. */
export const showPasskey = (options: Record<string, unknown>) =>
  given(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as never),
    }),
  )

/**
 * A passkey as the second factor of another call; null when the member let it be, or when the
 * server could not be asked, which is said.
 */
export async function passkeyProof(): Promise<FactorProof | null> {
  try {
    const { data } = await call('POST /api/safety/passkeys/ask', {})
    const response = await showPasskey(data.options)
    return response && { kind: 'passkey', code: '', ticket: data.ticket, response }
  } catch (error) {
    report(error as Error)
    return null
  }
}
