// `node apps/signer/src/keys.ts FILE`: makes an account, and says its extended public key.
import { randomBytes } from 'node:crypto'
import { childAddress, HOT } from '@tianping/evm'
import { accountOf, writeKeyFile } from './keyFile.ts'
import { passphraseOf } from './settings.ts'

const [path] = process.argv.slice(2)
if (path === undefined) {
  console.error('Usage: SIGNER_PASSPHRASE_FILE=… node apps/signer/src/keys.ts FILE')
  process.exit(2)
}
const { xprv, xpub } = accountOf(randomBytes(32))
writeKeyFile(path, passphraseOf(process.env), xprv)
console.log(`CHAIN_XPUB=${xpub}`)
console.log(`# hot wallet ${childAddress(xpub, HOT)}`)
