// A call of the signed forms, and its answer.
import { randomBytes } from 'node:crypto'
import { ProviderRefused } from '../port.ts'
import { objectIn, textOf, type Connection } from './connection.ts'
import type { Fields, FormSigning } from './formSign.ts'

/** A signed call: the fields of an answer that is as signed as the question. */
export async function ask(at: Connection, signing: FormSigning, path: string, asked: Fields) {
  const fields: Fields = {
    mch_id: at.merchant,
    nonce: randomBytes(8).toString('hex'),
    ...asked,
    sign_type: signing.type,
  }
  const form = { ...fields, sign: signing.sign(fields, at.keys[0]) }
  const { status, body } = await at.outside({ url: `${at.endpoint}${path}`, form })
  if (status !== 200) throw new Error(`the provider answered ${status}`)
  const answer = Object.fromEntries(
    Object.entries(objectIn(body)).map(([name, value]) => [name, textOf(value)]),
  )
  if (!isBySome(at, signing, answer)) throw new Error('the answer of the provider is not signed')
  return answer
}

export const isBySome = ({ keys }: Connection, signing: FormSigning, fields: Fields) =>
  keys.some(each => isGenuine(signing, fields, each))

/** What cannot be checked at all is not genuine. */
function isGenuine(signing: FormSigning, fields: Fields, keys: Connection['keys'][number]) {
  try {
    return signing.isGenuine(fields, keys)
  } catch {
    return false
  }
}

const accepted = (answer: Fields) => answer['code'] === '0'
/** A no of the provider is a definite one. */
export function refuse(answer: Fields) {
  if (!accepted(answer)) throw new ProviderRefused((answer['msg'] || 'refused').slice(0, 200))
}

/** Yuan as channels read them: two decimals, and nothing between the digits. */
export const plainYuan = (fen: bigint): string =>
  `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`

/** The reverse, nothing included; null for what is no amount. */
export function fenIn(text: string | undefined): bigint | null {
  const parts = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(text ?? '')
  return parts && BigInt(`${parts[1]}${(parts[2] ?? '').padEnd(2, '0')}`)
}
