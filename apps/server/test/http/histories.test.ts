// Readers of histories share a few connections; nobody else waits for them.
import { expect, test } from 'vitest'
import { transaction } from '@tianping/database'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { HISTORY_POOL } from '../../src/kernel/reads/open.ts'
import { openTestSite } from '../support/site.ts'

const site = await openTestSite((await freshDatabase('server')).url)
const { histories } = site.services.reads

test('a crowd of readers of histories keeps nobody else from a connection', async () => {
  const { token } = await site.member()
  const over = Promise.withResolvers<void>()
  const readers = Array.from({ length: HISTORY_POOL }, () => {
    const began = Promise.withResolvers<void>()
    const done = transaction(histories, async () => {
      began.resolve()
      await over.promise
    })
    return { began: began.promise, done }
  })
  await Promise.all(readers.map(each => each.began))
  const crowd = Array.from({ length: 24 }, () => site.call('POST /api/noticeList', {}, { token }))
  try {
    await expect.poll(() => histories.load.waiting).toBeGreaterThan(0)
    for (const name of ['user', 'balance'])
      expect(await site.call(`POST /api/${name}`, {}, { token })).toMatchObject({ code: 200 })
  } finally {
    over.resolve()
  }
  await Promise.all(readers.map(each => each.done))
  for (const answer of await Promise.all(crowd)) expect(answer.code).toBe(200)
})
