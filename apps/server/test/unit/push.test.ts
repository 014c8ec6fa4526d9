// Web push without a network: the example of the standard, the keys, and the addresses that are
// never called.
import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { areKeys, encrypted } from '../../src/areas/delivery/push/encrypt.ts'
import { endpointOf } from '../../src/areas/delivery/push/endpoint.ts'
import { Gone, pushSender } from '../../src/areas/delivery/push/sender.ts'
import { readSettings } from '../../src/kernel/environment.ts'
import { isInner } from '../../src/kernel/innerAddress.ts'
import { newPushKeys, PUSH_SERVICES } from '../../src/kernel/pushKeys.ts'

// RFC 8291, appendix A.
const example = {
  text: 'When I grow up, I want to be a watermelon',
  sender: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('a message is encrypted as the example of RFC 8291 is, byte for byte', () => {
  const { text, sender, salt, message, ...browser } = example
  const chance = {
    privateKey: Buffer.from(sender, 'base64url'),
    salt: Buffer.from(salt, 'base64url'),
  }
  expect(encrypted(text, browser, { chance }).toString('base64url')).toBe(message)
  // And never so twice, at one length whatever it says.
  const [one, two] = [
    encrypted('一', browser, { size: 256 }),
    encrypted('一二', browser, { size: 256 }),
  ]
  expect(one.length).toBe(two.length)
  expect(one.equals(encrypted('一', browser, { size: 256 }))).toBe(false)
})

test('keys of a browser are looked at before anything is kept', () => {
  const { p256dh, auth } = example
  expect(areKeys({ p256dh, auth })).toBe(true)
  const short = { p256dh, auth: auth.slice(2) }
  const off = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth }
  for (const wrong of [short, off, { p256dh: '', auth }]) expect(areKeys(wrong)).toBe(false)
})

const settings = (env: Record<string, string>) =>
  readSettings({ TIANPING_MODE: 'sandbox', DATABASE_URL: 'postgres://localhost/none', ...env })

test('a key pair is taken whole and right, or the server says what is wrong with it', () => {
  const [one, other] = [newPushKeys(), newPushKeys()]
  const pair = { PUSH_PUBLIC_KEY: one.publicKey, PUSH_PRIVATE_KEY: one.privateKey }
  expect(settings({}).push).toBeNull()
  expect(settings({ ...pair, SECURITY_CONTACT: 'tel:+1,mailto:a@b.example' }).push).toEqual({
    ...one,
    contact: 'mailto:a@b.example',
    services: PUSH_SERVICES,
  })
  const wrong: [Record<string, string>, string][] = [
    [{ PUSH_PUBLIC_KEY: one.publicKey }, 'PUSH_PUBLIC_KEY and PUSH_PRIVATE_KEY are set together'],
    [{ ...pair, PUSH_PUBLIC_KEY: other.publicKey }, 'do not belong together'],
    [{ ...pair, PUSH_PUBLIC_KEY: 'x'.repeat(87) }, 'do not belong together'],
    [{ ...pair, PUSH_PUBLIC_KEY: 'abc' }, 'PUSH_PUBLIC_KEY is no key of 65 bytes'],
    [{ ...pair, PUSH_PRIVATE_KEY: 'abc' }, 'PUSH_PRIVATE_KEY is no key of 32 bytes'],
    [{ ...pair, PUSH_SERVICES: ' ' }, 'PUSH_SERVICES names no push service'],
    [{ ...pair, PUSH_SERVICES: 'push.example,10.0.0.1' }, 'must name hosts, not 10.0.0.1'],
    [{ ...pair, PUSH_CONTACT: 'push@site.example' }, 'mailto: or https://'],
  ]
  for (const [env, said] of wrong) expect(() => settings(env), said).toThrow(said)
  // A pair whose number begins with a zero is as long as any other.
  for (let n = 0; n < 300; n++)
    expect(Buffer.from(newPushKeys().privateKey, 'base64url')).toHaveLength(32)
  const made = newPushKeys()
  const check = createECDH('prime256v1')
  check.setPrivateKey(Buffer.from(made.privateKey, 'base64url'))
  expect(check.getPublicKey('base64url')).toBe(made.publicKey)
})

test('only listed push services are called, over https on their own port', () => {
  const named = [...PUSH_SERVICES, 'http://127.0.0.1:4000']
  const takes = (url: string) => endpointOf(url, named) !== null
  for (const right of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/QGI',
    'https://wns2-by3p.notify.windows.com/w/?token=a',
    'http://127.0.0.1:4000/push/1',
  ])
    expect(takes(right), right).toBe(true)
  for (const wrong of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://user@fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evilfcm.googleapis.com/a',
    'https://notify.windows.com/a',
    'https://evil-notify.windows.com/a',
    'https://localhost/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://[::1]/a',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.5/a',
    'http://127.0.0.1:4001/push/1',
    'http://127.0.0.1:4000@10.0.0.5/push/1',
    `https://fcm.googleapis.com/${'a'.repeat(1_000)}`,
    'file:///etc/passwd',
    '',
  ])
    expect(takes(wrong), wrong).toBe(false)
})

test('a listed name that leads to an inner address is not called', async () => {
  for (const inner of [
    '127.0.0.1',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::a00:1',
    'fd00::1',
    'fe80::1',
    'no address',
  ])
    expect(isInner(inner), inner).toBe(true)
  for (const outer of ['142.250.1.95', '172.32.0.1', '2a00:1450:4001::5f'])
    expect(isInner(outer), outer).toBe(false)
  const { p256dh, auth } = example
  const keys = { ...newPushKeys(), contact: 'mailto:a@b.example', services: ['localhost'] }
  const sender = pushSender(keys, { now: () => new Date() })
  const to = JSON.stringify({ endpoint: 'https://localhost/push', p256dh, auth })
  const sent = sender.send({ id: 'tp-1', to, subject: '', text: 'x' })
  await expect(sent).rejects.toThrow('localhost leads to an inner address')
  await expect(sent).rejects.toBeInstanceOf(Gone)
  sender.close()
})
