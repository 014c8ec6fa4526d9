import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { judgeLives, scored } from '../../../../tooling/test/lives.ts'
import { seedSite } from '../../src/demo/site.ts'

const { open } = await freshDatabase('server')
const owner = open()
const now = new Date('2026-11-20T04:00:00Z')
await seedSite(owner, now)

test('of 200 simulated lives most harmed ones reach a person, and few others do', async () => {
  const judged = await judgeLives(owner, { count: 200, seed: 7, now })
  const person = scored(judged, 2)
  expect(person.harmed).toBeGreaterThan(20)
  expect(person.recall).toBeGreaterThan(0.6)
  expect(person.precision).toBeGreaterThan(0.6)
})
