// `npm run push-keys`: prints a new key pair of web push, ready for the environment. It is made
// once: browsers that were subscribed under another pair have to be asked again.
import { newPushKeys } from '../../apps/server/src/kernel/pushKeys.ts'

const { publicKey, privateKey } = newPushKeys()
console.log(`PUSH_PUBLIC_KEY=${publicKey}\nPUSH_PRIVATE_KEY=${privateKey}`)
