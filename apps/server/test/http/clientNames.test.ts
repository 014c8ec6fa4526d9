import { calls, type Call } from '@tianping/contract'
import { consoleCalls } from '@tianping/contract/console'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk } from '../console/support.ts'

const { site } = await openCashier()

/**
 * Every object answers to these names, so a lookup by a client's string finds something that was
 * never put there.
 */
const inherited = Object.getOwnPropertyNames(Object.prototype)

/** A payload the contract accepts with `name` in every field that takes a text. */
function payloadWith(spec: Call, name: string): Record<string, unknown> | null {
  const shape = (spec.takes as z.ZodType & { shape?: Record<string, z.ZodType> }).shape ?? {}
  const fields = Object.entries(shape).map(([field, type]) => {
    const fitting = [name, 1, [name], [1], {}, null, true].find(
      value => type.safeParse(value).success,
    )
    return [field, fitting] as const
  })
  const payload = Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  return Object.values(payload).flat().includes(name) ? payload : null
}

const withTexts = (all: Record<string, Call>) =>
  Object.entries(all).filter(
    ([, spec]) => !spec.upload && payloadWith(spec, 'constructor') !== null,
  )

test('a lookup by a client’s string finds only what was put there: no member call fails on an inherited name', async () => {
  const failed: string[] = []
  const names = withTexts(calls)
  expect(names.length).toBeGreaterThan(15)
  for (const [name, spec] of names) {
    const { token } = await site.member()
    for (const text of inherited) {
      const path = name.replace(/:\w+/, encodeURIComponent(text))
      const { code } = await site.call(path, payloadWith(spec, text)!, {
        token,
        headers: { 'x-forwarded-for': '192.0.2.1' },
      })
      if (code >= 500 && code !== 501) failed.push(`${path} ${text}: ${code}`)
    }
  }
  expect(failed).toEqual([])
})

test.each(inherited)('getPayRange refuses the method %j', async type => {
  const { token } = await site.member()
  expect(await site.call('POST /api/getPayRange', { type }, { token })).toMatchObject({
    code: 400,
    message: '不支持该存款方式',
  })
})

test('no call of the back office fails on an inherited name', async () => {
  const failed: string[] = []
  const names = withTexts(consoleCalls)
  expect(names.length).toBeGreaterThan(60)
  for (const [name, spec] of names) {
    const { cookie } = await desk(site, 'admin')
    for (const text of inherited) {
      const answer = await consoleCall(site, name, payloadWith(spec, text)!, { cookie })
      if (answer.statusCode >= 500) failed.push(`${name} ${text}: ${answer.statusCode}`)
    }
  }
  expect(failed).toEqual([])
})
