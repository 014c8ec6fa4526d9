// Signatures over form fields, as aggregated channels of WeChat and Alipay use them.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { equalText } from '../../../kernel/keyed.ts'
import type { ProviderKeys } from './connection.ts'

export type Fields = Record<string, string>
export type FormSigning = {
  type: 'MD5' | 'RSA2'
  sign(fields: Fields, keys: ProviderKeys): string
  isGenuine(fields: Fields, keys: ProviderKeys): boolean
}

/** `a=1&b=2` in the order of the names, without what is empty and without the signature. */
export const signedText = (fields: Fields): string =>
  Object.keys(fields)
    .filter(name => name !== 'sign' && name !== 'sign_type' && fields[name] !== '')
    .toSorted()
    .map(name => `${name}=${fields[name]}`)
    .join('&')

const md5Of = (fields: Fields, key: string) =>
  createHash('md5')
    .update(`${signedText(fields)}&key=${key}`)
    .digest('hex')
    .toUpperCase()

/** One secret of both sides: MD5 over the fields and the key, in capitals. */
export const md5Signing: FormSigning = {
  type: 'MD5',
  sign: (fields, keys) => md5Of(fields, keys.sign),
  isGenuine: (fields, keys) =>
    equalText(fields['sign'] ?? '', md5Of(fields, keys.verify || keys.sign)),
}

/** A key pair for each side: RSA with SHA-256, in base64. */
export const rsaSigning: FormSigning = {
  type: 'RSA2',
  sign: (fields, keys) =>
    sign('sha256', Buffer.from(signedText(fields)), createPrivateKey(keys.sign)).toString('base64'),
  isGenuine: (fields, keys) =>
    verify(
      'sha256',
      Buffer.from(signedText(fields)),
      createPublicKey(keys.verify),
      Buffer.from(fields['sign'] ?? '', 'base64'),
    ),
}
