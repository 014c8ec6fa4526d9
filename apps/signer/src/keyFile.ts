// The account's private key at rest: AES-256-GCM under a key that scrypt makes of the passphrase.
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { HDKey } from '@scure/bip32'
import { z } from 'zod'

const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const ACCOUNT = "m/44'/60'/0'"
const MODE = 0o600

const hex = z.string().regex(/^[0-9a-f]+$/)
const stored = z.object({ version: z.literal(1), salt: hex, iv: hex, tag: hex, sealed: hex })

const keyOf = (passphrase: string, salt: Buffer) => scryptSync(passphrase, salt, 32, COST)

/** An account from a seed: the keys that members' addresses and the hot wallet descend from. */
export function accountOf(seed: Uint8Array): { xprv: string; xpub: string } {
  const account = HDKey.fromMasterSeed(seed).derive(ACCOUNT)
  return { xprv: account.privateExtendedKey, xpub: account.publicExtendedKey }
}

/** Writes a key to a new file; one that exists is never overwritten. */
export function writeKeyFile(path: string, passphrase: string, xprv: string): void {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv)
  const sealed = Buffer.concat([cipher.update(xprv, 'utf8'), cipher.final()])
  const content: z.input<typeof stored> = {
    version: 1,
    salt: salt.toString('hex'),
    iv: iv.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
    sealed: sealed.toString('hex'),
  }
  writeFileSync(path, `${JSON.stringify(content)}\n`, { mode: MODE, flag: 'wx' })
}

/** Opens the key; throws with a wrong passphrase or a changed file. */
export function readKeyFile(path: string, passphrase: string): string {
  const file = stored.parse(JSON.parse(readFileSync(path, 'utf8')))
  const bytes = (text: string) => Buffer.from(text, 'hex')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(passphrase, bytes(file.salt)),
    bytes(file.iv),
  )
  decipher.setAuthTag(bytes(file.tag))
  return Buffer.concat([decipher.update(bytes(file.sealed)), decipher.final()]).toString('utf8')
}
