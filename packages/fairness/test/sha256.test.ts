import fc from 'fast-check'
import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { fromHex, hmacSha256, sha256, toHex } from '../src/index.ts'

test('SHA-256 agrees with the platform for any message, block edges included', () => {
  for (let length = 0; length <= 200; length++) {
    const message = new Uint8Array(length).map((_, i) => (i * 131 + length) & 255)
    expect(toHex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), message => {
      expect(toHex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'))
    }),
  )
})

test('HMAC-SHA256 agrees with the platform for any key and message, keys longer than a block included', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 400 }),
      (key, message) => {
        expect(toHex(hmacSha256(key, message))).toBe(
          createHmac('sha256', key).update(message).digest('hex'),
        )
      },
    ),
  )
})

test('hex goes both ways and refuses what is not hex', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), bytes => {
      expect(fromHex(toHex(bytes))).toEqual(bytes)
    }),
  )
  for (const wrong of ['a', 'zz', '0x12', '12 3']) expect(() => fromHex(wrong)).toThrow()
})
