import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canonicalTarget,
  responseAction,
  signatureMatches,
  signatureOf,
  targetOf,
  calls,
  toWire,
} from '../src/index.ts'

const secret = 'sandbox-only-play-money-key-never-for-real-money'
const signed = {
  action: 'POST',
  target: '/venues/FG/v1/transfers',
  timestampMs: '1784376000000',
  nonce: '000102030405060708090a0b0c0d0e0f',
  body: '{"ref":"T20260718-1","player":"10001","direction":"IN","amount":12345}',
}

test('the worked example of the document', () => {
  expect(signatureOf(secret, signed)).toBe(
    'e231ec28c58983e0a41fe46c24ab5a491e803aedbfa0820eb7f5fd16388609ad',
  )
  const answer = '{"code":2003,"message":"insufficient balance","data":null,"request_id":"r-1"}'
  expect(
    signatureOf(secret, {
      ...signed,
      action: responseAction(409, 'POST'),
      timestampMs: '1784376000120',
      body: answer,
    }),
  ).toBe('eeabe6b6498034c216deadde45d62766e901905834bd1076e9076b5e2816e46d')
})

test('a query counts by its pairs, not by their order', () => {
  expect(canonicalTarget('/v1/bets?limit=10&after=5')).toBe('/v1/bets?after=5&limit=10')
  expect(canonicalTarget('/v1/bets?')).toBe('/v1/bets')
  expect(canonicalTarget('/v1/bets')).toBe('/v1/bets')
  fc.assert(
    fc.property(
      fc.shuffledSubarray(['a=1', 'b=2', 'c=3', 'd=%20', 'a=0'], { minLength: 5 }),
      pairs => {
        expect(canonicalTarget(`/x?${pairs.join('&')}`)).toBe('/x?a=0&a=1&b=2&c=3&d=%20')
      },
    ),
  )
})

test('any change of any part, and any other text, breaks the signature', () => {
  const right = signatureOf(secret, signed)
  expect(signatureMatches(secret, signed, right)).toBe(true)
  fc.assert(
    fc.property(
      fc.constantFrom('action', 'target', 'timestampMs', 'nonce', 'body'),
      fc.string({ minLength: 1 }),
      (part, more) => {
        // A trailing `?` or `&` adds nothing to a query.
        fc.pre(part !== 'target' || !/^[?&]*$/.test(more))
        expect(
          signatureMatches(secret, { ...signed, [part]: signed[part as 'nonce'] + more }, right),
        ).toBe(false)
      },
    ),
  )
  fc.assert(
    fc.property(fc.string(), text => {
      expect(signatureMatches(secret, signed, text)).toBe(text === right)
    }),
  )
  expect(signatureMatches(secret, signed, right.toUpperCase())).toBe(false)
})

test('a request can never be played back as its own answer', () => {
  expect(
    signatureMatches(
      secret,
      { ...signed, action: responseAction(200, 'POST') },
      signatureOf(secret, signed),
    ),
  ).toBe(false)
})

test('fields go to the path, the query of a GET, or the body', () => {
  expect(targetOf(calls.balance, { player: 'p-1' })).toEqual({
    path: '/v1/players/p-1/balance',
    body: '',
  })
  expect(targetOf(calls.bets, { after: 5n, limit: undefined })).toEqual({
    path: '/v1/bets?after=5',
    body: '',
  })
  expect(targetOf(calls.transfer, { ref: 'r', amount: 5n })).toEqual({
    path: '/v1/transfers',
    body: '{"ref":"r","amount":5}',
  })
})

test('an integer that a JSON number cannot carry is a defect, never a rounded amount', () => {
  expect(toWire({ a: 9007199254740991n })).toBe('{"a":9007199254740991}')
  expect(() => toWire({ a: 9007199254740992n })).toThrow()
})
