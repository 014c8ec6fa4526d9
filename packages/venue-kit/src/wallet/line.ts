// The line between a seamless venue and a wallet: JSON posts whose body is signed with RSA-SHA256.
import { sign, verify } from 'node:crypto'
import { transmit, type Exchange } from '../exchange.ts'

export const SIGNATURE = 'x-hub88-signature'
/** Amounts are in hundred-thousandths of the unit: a fen is a thousand of them. */
export const PER_FEN = 1_000

export type Fields = Record<string, unknown>

export const signatureBy = (key: string, body: string) =>
  sign('RSA-SHA256', Buffer.from(body), key).toString('base64')

export const isSignedBy = (key: string, body: string, signature: string) =>
  verify('RSA-SHA256', Buffer.from(body), key, Buffer.from(signature, 'base64'))

type Posting = { url: string; body: string; signature: string; cut?: 'answer' }

/** Posts once; never throws for what the other side or the line does. */
export async function post({ url, body, signature, cut }: Posting): Promise<Exchange> {
  const headers = { 'content-type': 'application/json', [SIGNATURE]: signature }
  const request = { method: 'POST', url, headers, body }
  const begun = performance.now()
  const spent = () => Math.round(performance.now() - begun)
  try {
    const answer = await transmit(new URL(url), request, cut)
    return { request, answer, broken: null, signed: false, ms: spent() }
  } catch (error) {
    return { request, answer: null, broken: (error as Error).message, signed: false, ms: spent() }
  }
}

/** The JSON of a body; null where it is no object. */
export function fieldsOf(body: string): Fields | null {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Fields)
      : null
  } catch {
    return null
  }
}
