// A burst of log-ins is more than the processor can hash: some are answered at once, some in their
// turn, the rest is told when to come back, and a try that was never made is not counted.
import { hash } from '@node-rs/argon2'
import { rows, sql } from '@tianping/database'
import { beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { createMember } from '../../src/areas/account/store/member.sql.ts'
import { openTestSite } from '../support/site.ts'

const site = await openTestSite((await freshDatabase('server')).url)
const { db } = site.services
const origin = await site.app.listen({ port: 0, host: '127.0.0.1' })

/** More than may wait at once. */
const BURST = 300
const nameOf = (n: number) => `burst${n}`

beforeAll(async () => {
  // A verification costs what its hash says: so much that a few fill the time that one may wait.
  const slow = await hash('right-password', { memoryCost: 19_456, timeCost: 60, parallelism: 1 })
  for (let n = 0; n < BURST; n++)
    await createMember(db, {
      name: nameOf(n),
      realname: '',
      passwordHash: slow,
      payPasswordHash: slow,
      inviteCode: `B${n}`,
      referrer: '',
      now: new Date(),
    })
})

test('a burst is answered in turn or told when to come back, and only real tries count', async () => {
  const answers = await Promise.all(
    Array.from({ length: BURST }, async (_, n) => {
      const answer = await fetch(`${origin}/api/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `10.1.${n >> 8}.${n & 255}`,
        },
        body: JSON.stringify({ name: nameOf(n), password: 'wrong-password', code: 'x' }),
      })
      const { message } = (await answer.json()) as { message: string }
      return { n, status: answer.status, again: answer.headers.get('retry-after'), message }
    }),
  )
  const refused = answers.filter(({ status }) => status === 503)
  const tried = answers.filter(({ status }) => status === 200)
  expect(refused.length + tried.length).toBe(BURST)
  expect(refused.length).toBeGreaterThan(0)
  expect(tried.length).toBeGreaterThan(0)
  for (const each of refused)
    expect(each).toMatchObject({ again: '2', message: expect.stringContaining('繁忙') })
  for (const each of tried) expect(each.message).toBe('账号或密码错误')
  const counted = await rows(
    db,
    sql<{ name: string; attempts: number }>`
    select replace(bucket, 'login:name:', '') as name, attempts from throttle where bucket like 'login:name:burst%' and attempts > 0`,
  )
  expect(counted.map(each => each.name).toSorted()).toEqual(
    tried.map(each => nameOf(each.n)).toSorted(),
  )
})
