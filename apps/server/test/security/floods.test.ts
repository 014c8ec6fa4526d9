// One machine with many addresses, one session with many streams.
import { expect, test } from 'vitest'
import { openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { limits } from '../../src/kernel/http/throttle.ts'

const { site } = await openCashier()
const hex = (n: number) => n.toString(16)

async function tryFrom(address: string) {
  const answer = await site.call(
    'POST /api/payinfo',
    { deposit_no: 'D0' },
    { headers: { 'x-forwarded-for': address } },
  )
  return answer.code
}

test('an IPv6 subscriber is throttled over the whole /64, and over the /48', async () => {
  const { attempts } = limits.payinfoByAddress
  const codes = new Set<number>()
  for (let n = 0; n < attempts; n++) codes.add(await tryFrom(`2001:db8:1:1::${hex(n)}`))
  expect(codes).not.toContain(429)
  expect(await tryFrom('2001:db8:1:1:ffff::1')).toBe(429)
  expect(await tryFrom('2001:db8:1:2::1'), 'another /64').not.toBe(429)
  const rest = attempts * 4 - attempts - 1
  for (let n = 0; n < rest; n++) await tryFrom(`2001:db8:1:${hex(n + 16)}::1`)
  expect(await tryFrom('2001:db8:1:ffff::1'), 'the /48 is used up').toBe(429)
  expect(await tryFrom('2001:db8:2::1')).not.toBe(429)
})

test('a session of the back office keeps six streams; the oldest ends for a seventh', async () => {
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const address = site.app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  const { cookie } = await desk(site, 'support')
  const stop = new AbortController()
  const open = async () => {
    const response = await fetch(`http://127.0.0.1:${address.port}/api/console/live`, {
      headers: { cookie, 'x-tianping-console': '1' },
      signal: stop.signal,
    })
    if (!response.body) throw new Error('no stream')
    return response.body.getReader()
  }
  const first = await open()
  for (let n = 0; n < 5; n++) await open()
  expect((await first.read()).done).toBe(false)
  await open()
  let last = await first.read()
  while (!last.done) last = await first.read()
  expect(last.done).toBe(true)
  stop.abort()
})
