import { fromHex, toHex } from '@tianping/fairness'
import { mixedSeed } from '@tianping/fairness/beacon'
import { QUICKNET } from '@tianping/fairness/beaconChain'
import { beaconPublicKey, newBeaconSecret, signBeacon } from '@tianping/fairness/beaconSignature'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { verifierHtml } from '../../client/build/verifier.ts'

type Checked = { signed: boolean; seed: string; randomness: string; open: boolean; whose: string }
const html = await verifierHtml()
const scripts = [
  /<script id="curves">([\s\S]*?)<\/script>/.exec(html)![1]!,
  /<script>([\s\S]*?)<\/script>/.exec(html)![1]!.split('// ---- the page')[0]!,
]
const context = createContext({ TextEncoder, document: { getElementById: () => null } })
runInContext(`${scripts.join('\n')}\nglobalThis.check = checkBeacon`, context)
const check = (context as unknown as { check: (given: object) => Checked }).check

/** Round 1000 of the public network. */
const REAL = {
  salt: 'salt',
  beacon_round: '1000',
  beacon_key: QUICKNET.publicKey,
  beacon_signature:
    'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
}

test('the page verifies a round of the public network, offline, and says whose it is', () => {
  expect(check(REAL)).toMatchObject({
    signed: true,
    open: true,
    randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
    seed: mixedSeed('salt', fromHex(REAL.beacon_signature)),
    whose: expect.stringContaining('公共信标'),
  })
})

test('another round, key or signature is not taken for it', () => {
  expect(check({ ...REAL, beacon_round: '1001' }).signed).toBe(false)
  const secret = newBeaconSecret()
  const own = toHex(beaconPublicKey(secret))
  expect(check({ ...REAL, beacon_key: own }).signed).toBe(false)
  expect(check({ ...REAL, beacon_signature: toHex(signBeacon(secret, 1_000)) }).signed).toBe(false)
  expect(() => check({ ...REAL, beacon_signature: 'ab' })).toThrow('签名')
})

test('a beacon of the house verifies, and the page says that it is no public one', () => {
  const secret = newBeaconSecret()
  const local = {
    salt: 'x',
    beacon_round: '7',
    beacon_key: toHex(beaconPublicKey(secret)),
    beacon_signature: toHex(signBeacon(secret, 7)),
  }
  expect(check(local)).toMatchObject({
    signed: true,
    open: false,
    whose: expect.stringContaining('不是公共信标'),
  })
})
