const encoder = new TextEncoder()

/** The UTF-8 bytes of a text. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Lower-case hex of bytes. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** Bytes of a hex text of even length, either case. Throws on anything else. */
export function fromHex(text: string): Uint8Array {
  if (!/^(?:[0-9a-f]{2})*$/i.test(text)) throw new Error('not a hex text')
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(i * 2, i * 2 + 2), 16),
  )
}
