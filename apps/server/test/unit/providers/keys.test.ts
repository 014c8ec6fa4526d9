// What is taken for the keys of a payment provider, and that one opens for its number alone.
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { Refusal } from '../../../src/kernel/http/refusal.ts'
import type { RemoteAdapter } from '../../../src/areas/providers/adapters/index.ts'
import { checkedKeys, openKey, providerKeys, sealKey } from '../../../src/areas/providers/keys.ts'

const pem = (bits: number) =>
  generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [own, theirs, short] = [pem(2_048), pem(2_048), pem(2_040)]
const curve = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** The field that is refused and what is said of it; empty where both are taken. */
function refused(adapter: RemoteAdapter, sign_key: string, verify_key: string) {
  try {
    checkedKeys(adapter, { sign_key, verify_key })
    return []
  } catch (error) {
    const { said, data } = error as Refusal
    return [(data as { field: string }).field, said.text]
  }
}

test('an RSA pair is our own private key and their public one, of 2048 bits', () => {
  const rsa = (sign: string, verify: string) => refused('form-rsa', sign, verify)
  const [sign, verify] = [own.privateKey, theirs.publicKey]
  expect(rsa(` ${sign}\n`, verify)).toEqual([])
  expect(rsa('', verify)).toEqual(['sign_key', '请填写商户私钥'])
  expect(rsa(sign, '')).toEqual(['verify_key', '请填写平台公钥'])
  const noPrivate = ['sign_key', '商户私钥须为 RSA 2048 位以上的 PEM']
  for (const wrong of ['x'.repeat(40), own.publicKey, short.privateKey, curve.privateKey])
    expect(rsa(wrong, verify), wrong.slice(0, 40)).toEqual(noPrivate)
  const noPublic = ['verify_key', '平台公钥须为 RSA 2048 位以上的 PEM']
  for (const wrong of ['x'.repeat(40), theirs.privateKey, short.publicKey, curve.publicKey])
    expect(rsa(sign, wrong), wrong.slice(0, 40)).toEqual(noPublic)
})

test('a shared secret has sixteen characters or more, none of them a space', () => {
  const md5 = (key: string) => refused('form-md5', key, '')
  expect(md5('k'.repeat(16))).toEqual([])
  expect(md5(` ${'k'.repeat(16)}\n`)).toEqual([])
  expect(md5('  ')).toEqual(['sign_key', '请填写密钥'])
  for (const wrong of ['k'.repeat(15), `${'k'.repeat(15)} k`, `${'k'.repeat(15)}密`])
    expect(md5(wrong), wrong).toEqual(['sign_key', '密钥须为 16 位以上的字母、数字或符号'])
  const psp = (sign: string, verify: string) => refused('card-psp', sign, verify)
  expect(psp('k'.repeat(16), 'w'.repeat(16))).toEqual([])
  expect(psp('k'.repeat(16), 'w'.repeat(15))).toEqual([
    'verify_key',
    '回调签名密钥须为 16 位以上的字母、数字或符号',
  ])
})

test('what is kept opens for its number and its purpose alone; a second key of MD5 is dropped', () => {
  const cardKey = ['0'.repeat(64)] as const
  const keys = checkedKeys('form-md5', { sign_key: 's'.repeat(16), verify_key: 'v'.repeat(16) })
  expect(keys).toEqual({ sign: 's'.repeat(16), verify: '' })
  const sealing = providerKeys({ cardKey })
  const row = sealKey(sealing, 'alpha', keys)
  expect(openKey(sealing, row)).toEqual(keys)
  expect(() => openKey(sealing, { ...row, keyNo: row.keyNo + 1n })).toThrow()
  expect(() => openKey(cardKey, row)).toThrow()
  expect(sealKey(sealing, 'alpha', keys).mark).not.toBe(row.mark)
  expect(row.sealed).not.toContain('ssss')
})
