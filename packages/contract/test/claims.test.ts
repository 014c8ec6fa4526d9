import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '../src/call.ts'
import { consoleCalls } from '../src/console.ts'

const claims = (Object.entries(consoleCalls) as [string, Call][]).filter(([name]) =>
  name.endsWith('/claim'),
)

test('what an operator claims can be given back, in every queue', () => {
  const kept = claims.filter(([, { takes }]) => !('release' in (takes as z.ZodObject).shape))
  expect(kept.map(([name]) => name)).toEqual([])
  expect(claims.length).toBeGreaterThan(12)
})
