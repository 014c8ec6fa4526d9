import { expect, test } from 'vitest'
import { beaconRoundAfter, beaconTimeMs, mixedSeed } from '../src/beacon.ts'
import { chainHashOf, QUICKNET } from '../src/beaconChain.ts'
import {
  beaconPublicKey,
  isBeaconSignature,
  newBeaconSecret,
  signBeacon,
} from '../src/beaconSignature.ts'
import { fromHex, sha256, toHex } from '../src/index.ts'

/** Round 1000 of quicknet, as the public network published it. */
const ROUND = 1_000
const SIGNATURE = fromHex(
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
)
const key = fromHex(QUICKNET.publicKey)

test('a round of the public network verifies under its key, and nothing else does', () => {
  expect(isBeaconSignature(key, ROUND, SIGNATURE)).toBe(true)
  expect(isBeaconSignature(key, ROUND + 1, SIGNATURE)).toBe(false)
  const changed = SIGNATURE.slice()
  changed[47]! ^= 1
  expect(isBeaconSignature(key, ROUND, changed)).toBe(false)
  expect(isBeaconSignature(key, ROUND, new Uint8Array(48))).toBe(false)
  expect(isBeaconSignature(key, ROUND, new Uint8Array())).toBe(false)
  expect(isBeaconSignature(beaconPublicKey(newBeaconSecret()), ROUND, SIGNATURE)).toBe(false)
  expect(toHex(sha256(SIGNATURE))).toBe(
    'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  )
})

test('the local beacon signs in the same scheme', () => {
  const secret = newBeaconSecret()
  const signed = signBeacon(secret, 7)
  expect(signed).toHaveLength(48)
  expect(isBeaconSignature(beaconPublicKey(secret), 7, signed)).toBe(true)
  expect(isBeaconSignature(beaconPublicKey(secret), 8, signed)).toBe(false)
})

test('the chain hash follows from what is published of the chain', () => {
  expect(chainHashOf(QUICKNET)).toBe(QUICKNET.chainHash)
  expect(chainHashOf({ ...QUICKNET, periodS: 30 })).not.toBe(QUICKNET.chainHash)
})

test('the round after a moment is published later than it and at most one period later', () => {
  for (const ms of [0, 999, 1_000, 2_999, 3_000, 3_001, 86_400_000]) {
    const round = beaconRoundAfter({ genesisS: 0, periodS: 3 }, ms)
    const at = beaconTimeMs({ genesisS: 0, periodS: 3 }, round)
    expect(at, String(ms)).toBeGreaterThan(ms)
    expect(at - ms, String(ms)).toBeLessThanOrEqual(3_000)
  }
  expect(beaconRoundAfter({ genesisS: 100, periodS: 3 }, 5)).toBe(1)
})

test('the mixed seed follows from salt and signature alone', () => {
  expect(mixedSeed('salt', SIGNATURE)).toBe(
    toHex(
      sha256(
        new TextEncoder().encode(
          'salt:fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
        ),
      ),
    ),
  )
  expect(mixedSeed('other', SIGNATURE)).not.toBe(mixedSeed('salt', SIGNATURE))
})
