import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { isIP } from 'node:net'
import type { Settings } from '../environment.ts'
import type { Owner, Passkey } from './factor.sql.ts'
import { issuers } from './totp.ts'

type Where = Pick<Settings, 'publicUrl'>
/** How an authenticator is reached, by the names of WebAuthn; others are forgotten. */
const TRANSPORTS: readonly string[] = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]
/** Of a credential, in characters; the table keeps no longer one. */
const LONGEST_ID = 400
const TIMEOUT_MS = 120_000

/** The site as browsers know it: passkeys belong to its name. */
const site = ({ publicUrl }: Where) => ({
  id: new URL(publicUrl).hostname,
  origin: new URL(publicUrl).origin,
})

/**
 * Browsers keep passkeys for names only, and only where the connection is secure or the machine's
 * own.
 */
export function passkeysPossible(where: Where): boolean {
  const { protocol, hostname } = new URL(where.publicUrl)
  return (
    isIP(hostname.replace(/^\[|\]$/g, '')) === 0 &&
    (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'))
  )
}

const known = (keys: Passkey[]) =>
  keys.map(key => ({ id: key.credentialId, transports: key.transports }))

/** What the browser needs to make a passkey; those that exist are not made twice. */
export const registrationOptions = (where: Where, of: Owner, name: string, keys: Passkey[]) =>
  generateRegistrationOptions({
    rpName: issuers[of.kind],
    rpID: site(where).id,
    userName: name,
    userID: new TextEncoder().encode(`${of.kind}:${of.id}`),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known(keys),
    // Kept by the authenticator itself, so that it alone can say who comes; and it has to know its
    // person.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })

/** What the browser made, checked; null when it does not hold. */
export async function readRegistration(where: Where, challenge: string, response: object) {
  const { id, origin } = site(where)
  const read = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => null)
  if (!read?.verified || read.registrationInfo.credential.id.length > LONGEST_ID) return null
  const { credential } = read.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: (credential.transports ?? []).filter(each => TRANSPORTS.includes(each)),
  }
}

/** What the browser needs to show a passkey; with keys only one of them will do. */
export const authenticationOptions = (where: Where, keys: Passkey[]) =>
  generateAuthenticationOptions({
    rpID: site(where).id,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: known(keys),
  })

/**
 * The credential's new counter, when the response holds; null otherwise. A counter that does not
 * grow is a copied key.
 */
export async function readAuthentication(
  where: Where,
  challenge: string,
  key: Passkey,
  response: object,
): Promise<bigint | null> {
  const { id, origin } = site(where)
  const read = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(key.publicKey),
      counter: Number(key.counter),
      transports: key.transports,
    },
  }).catch(() => null)
  return read?.verified ? BigInt(read.authenticationInfo.newCounter) : null
}
