// Addresses as tronweb 6.5.1 writes them for the private keys 1 and 2.
import { expect, test } from 'vitest'
import { base58, fromBase58, nodeHex } from '../src/index.ts'

const ONE = 'TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC'
const TWO = 'TDvSsdrNM5eeXNL3czpa6AxLDHZA9nwe9K'

test('an address of TRON is written with its check and read back', () => {
  expect(fromBase58(ONE)).toBe('0x7e5f4552091a69125d5dfcb7b8c2659029395bdf')
  expect(base58('0x7e5f4552091a69125d5dfcb7b8c2659029395bdf')).toBe(ONE)
  expect(nodeHex(fromBase58(TWO) ?? '')).toBe('412b5ad5c4795c026514f8317c7a215e218dccd6cf')
})

test('a wrong letter, another prefix and no text are no address', () => {
  for (const wrong of [ONE.replace(/C$/, 'D'), '', '0x', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'])
    expect(fromBase58(wrong)).toBeNull()
})
