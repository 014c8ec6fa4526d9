// What a file of a list changes, page by page by key.
import { expect, test } from 'vitest'
import { openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { bring, people } from './support.ts'

const { site } = await openCashier()
const rita = await desk(site, 'risk', 'rita')
const COUNT = 47

test('the changes of a version are read by key, forth and back', async () => {
  const all = Array.from({ length: COUNT }, (_, n) => ({
    id: `p${n}`,
    name: `Ivan Petrenkov ${n}`,
  }))
  const file = { list: 'other', format: 'simple_csv', content: people(all) } as const
  const version_id = await bring(site, rita, file)
  const read = async (page: number, cursor: string) => {
    const asked = { version_id, per: 20, page, cursor }
    return (await rita.call('POST /api/console/screening/versions/show', asked)).data.changes
  }
  const first = await read(1, '')
  const second = await read(2, first.next)
  const third = await read(3, second.next)
  const seen = [first, second, third].flatMap(each => each.data.map(({ ref }) => ref))
  expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
  expect([first.total, third.next]).toEqual([COUNT, ''])
  expect((await read(2, third.prev)).data).toEqual(second.data)
  expect((await read(2, '')).data).toEqual(second.data)
})
