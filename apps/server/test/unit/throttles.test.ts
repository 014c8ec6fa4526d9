// A throttle that a call begins to ask needs its row among those that are asked at their numbers.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../../../../tooling/root.ts'

/** Tests that ask a throttle by name, where its number is a setting or its call needs a world. */
const elsewhere: Readonly<Record<string, string>> = {
  'channel:': 'agent/channels.test.ts',
  'console:lookup:': 'security/lookups.test.ts',
  'dispute_file:': 'cashier/disputes.test.ts',
  'live:': 'message/live.test.ts',
  'ticket:': 'boundaries/service.test.ts',
  'ticket:picture:': 'boundaries/service.test.ts',
  wallet: 'venues/seamless.test.ts',
}
/** Sources that name a bucket before they count on it: all have rows, or tests of their own. */
const byVariable = [
  'account/guessing',
  'account/member/loginSecond',
  'account/member/recover',
  'account/member/safety',
  'account/secondFactor',
  'giveaways/codes',
  'signIn/account',
  'signIn/login',
]
const textOf = (path: string) => readFileSync(inRoot(path), 'utf8')
const tests = 'apps/server/test'

/** How the names of buckets begin that the sources count on. */
function bucketsAsked(): string[] {
  const asked = globSync('apps/server/src/**/*.ts', { cwd: inRoot('.') })
    .map(textOf)
    .flatMap(text => [...text.matchAll(/\battempt(?:From)?\(\s*[\w.]+,\s*[`']([^`'$]+)/g)])
  return [...new Set(asked.map(([, bucket = '']) => bucket))].toSorted()
}

/** Sources that count on a bucket whose name stands elsewhere. */
const namingElsewhere = () =>
  globSync('apps/server/src/**/*.ts', { cwd: inRoot('.') })
    .filter(path => textOf(path).includes("/throttle.ts'"))
    .filter(path => /\battempt(?:From)?\(\s*(?:\w+\.)*db,\s*(?:\w|await)/.test(textOf(path)))

test('each throttle is asked at its number by its call', () => {
  const rows = ['memberThrottles', 'deskThrottles']
    .map(name => textOf(`${tests}/boundaries/${name}.test.ts`))
    .join('')
  const asked = bucketsAsked()
  expect(asked).toContain('withdraw:')
  const missing = asked.filter(
    bucket => !rows.includes(`'${bucket.replace(/:?$/, ':')}`) && !elsewhere[bucket],
  )
  expect(missing).toEqual([])
  const unknown = namingElsewhere().filter(path => !byVariable.some(each => path.includes(each)))
  expect(unknown).toEqual([])
  for (const path of Object.values(elsewhere))
    expect(existsSync(inRoot(`${tests}/${path}`)), path).toBe(true)
})
