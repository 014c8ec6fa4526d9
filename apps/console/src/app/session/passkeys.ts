import type { ConsoleGiven } from '@tianping/contract/console'
import { call } from '../api.ts'

type Entered = ConsoleGiven<'POST /api/console/login'>

/**
 * Why the browser did not give a passkey, as people can use it; null when the person changed their
 * mind.
 */
function said(error: unknown): Error | null {
  if (!(error instanceof Error)) return new Error('通行密钥没有完成')
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return null
  if (error.name === 'InvalidStateError') return new Error('这台设备已添加过通行密钥')
  return error
}

/**
 * Logs in by a passkey: with the ticket of a right password, or by it alone. Null when the person
 * let it be.
 */
export async function showPasskey(ticket: string): Promise<Entered | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const asked = await call('POST /api/console/login/passkey/begin', { ticket })
  try {
    const response = await startAuthentication({ optionsJSON: asked.options as never })
    return await call('POST /api/console/login/passkey/finish', {
      ticket: asked.ticket,
      response: { ...response },
    })
  } catch (error) {
    const failed = said(error)
    if (failed) throw failed
    return null
  }
}

/** Makes a passkey of this device for one's own account. False when the person let it be. */
export async function makePasskey(password: string, label: string): Promise<boolean> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options } = await call('POST /api/console/account/passkeys/begin', { password })
  try {
    const response = await startRegistration({ optionsJSON: options as never })
    await call('POST /api/console/account/passkeys/finish', { label, response: { ...response } })
    return true
  } catch (error) {
    const failed = said(error)
    if (failed) throw failed
    return false
  }
}
