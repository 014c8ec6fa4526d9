// Searches the number that a challenge of the server asks for (ALTCHA 2, PBKDF2 with SHA-256),
// beside the page, which stays free.
import type { Puzzle, Solution } from './proof.ts'

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
const hexOf = (bits: ArrayBuffer) =>
  [...new Uint8Array(bits)].map(byte => byte.toString(16).padStart(2, '0')).join('')

async function search({ nonce, salt, cost, keyLength, keyPrefix }: Puzzle): Promise<Solution> {
  const begin = bytesOf(nonce)
  const password = new Uint8Array(begin.length + 4)
  password.set(begin)
  const view = new DataView(password.buffer)
  const way = { name: 'PBKDF2', salt: bytesOf(salt), iterations: cost, hash: 'SHA-256' }
  for (let counter = 0; ; counter++) {
    view.setUint32(begin.length, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivedKey = hexOf(await crypto.subtle.deriveBits(way, key, keyLength * 8))
    if (derivedKey.startsWith(keyPrefix)) return { counter, derivedKey }
  }
}

self.onmessage = (event: MessageEvent<Puzzle>) => {
  void search(event.data).then(solution => self.postMessage(solution))
}
