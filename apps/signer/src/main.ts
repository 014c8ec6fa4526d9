// The signer: a process of its own that alone holds the private key (docs/usdt.md).
import { readKeyFile } from './keyFile.ts'
import { openSigner } from './open.ts'
import { passphraseOf, readSignerSettings } from './settings.ts'

const settings = readSignerSettings(process.env)
const xprv = readKeyFile(settings.keyFile, passphraseOf(process.env))
const signer = await openSigner(settings, xprv, text => console.error(text))
console.log(`Signer on ${signer.url}, hot wallet ${signer.hot}`)
process.send?.({ ready: true, port: Number(new URL(signer.url).port) })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void signer.close().then(() => process.exit(0)))
