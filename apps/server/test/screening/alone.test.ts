// One member, or one file, for whom the comparison fails, beside others for whom it does not.
import { row, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { runScreening } from '../../src/areas/screening/jobs.ts'
import { bind, openCashier, TRON, usdtAddress } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { poison, poisonWhere } from '../support/poison.ts'
import { activate, bring, hitsOf, listFile, people, rename, screen } from './support.ts'

const { site, clock, owner } = await openCashier()
const [rita, alice] = [await desk(site, 'risk', 'rita'), await desk(site, 'admin', 'alice')]
const turn = () => runScreening(site.services)
const other = { list: 'other', format: 'simple_csv' } as const
const listed = (name: string) => ({ ...other, content: people([{ id: 'a', name }]) })

async function two(name: string) {
  const [first, second] = [await site.member(), await site.member()]
  for (const { memberId } of [first, second]) await rename(owner, memberId, name, null)
  const found = async () => [
    (await hitsOf(owner, first.memberId)).length,
    (await hitsOf(owner, second.memberId)).length,
  ]
  return { first, second, found }
}
const newestRun = () =>
  row(
    owner,
    sql<{ over: boolean; members: number; everybody: number }>`
    select finished_at is not null as over, members, (select count(*)::int from member) as everybody
    from screening_run order by run_id desc limit 1`,
  )

test('a new member who cannot be compared keeps back neither others nor files, and is asked for again', async () => {
  await activate(site, rita, alice, listed('Ivan Petrenkov'))
  const { first, found } = await two('Ivan Petrenkov')
  const cure = await poison(owner, 'screening_hit', first.memberId)
  await rita.call('POST /api/console/screening/run', {})
  await expect(turn()).rejects.toThrow('poisoned')
  expect(await found()).toEqual([0, 1])
  expect(await newestRun(), 'what comes behind has had its turn').toMatchObject({ over: true })
  await expect(turn(), 'the job is seen as failing').rejects.toThrow('poisoned')
  await cure()
  await screen(site)
  expect(await found()).toEqual([1, 1])
})

test('in the comparison of everybody one who cannot be compared is not counted, and due until it can be', async () => {
  const { first, found } = await two('Omar Hakimi')
  await screen(site)
  const cure = await poison(owner, 'screening_hit', first.memberId)
  await expect(activate(site, rita, alice, listed('Omar Hakimi'))).rejects.toThrow('poisoned')
  expect(await found()).toEqual([0, 1])
  const { over, members, everybody } = (await newestRun())!
  expect({ over, members }).toEqual({ over: true, members: everybody - 1 })
  await expect(turn()).rejects.toThrow('poisoned')
  await cure()
  await screen(site)
  expect(await found()).toEqual([1, 1])
})

test('a comparison that fails at the wallets is not over, keeps back no other, and fails until it is done', async () => {
  const { first, second, found } = await two('林若溪')
  for (const { token } of [first, second]) await bind(site, token, usdtAddress(TRON))
  const content = Buffer.from(
    listFile('ofac.xml').toString().replace('TInventedWa11etAddressForTestsOnly1', TRON),
  )
  const cure = await poison(owner, 'screening_hit', first.memberId)
  const ofac = { list: 'ofac', format: 'ofac_xml', content } as const
  await expect(activate(site, rita, alice, ofac)).rejects.toThrow('poisoned')
  expect(await found()).toEqual([0, 1])
  await expect(turn(), 'at once, not after its lease').rejects.toThrow('poisoned')
  expect(await newestRun()).toMatchObject({ over: false })
  await cure()
  await screen(site)
  expect(await newestRun()).toMatchObject({ over: true })
  expect(await found()).toEqual([1, 1])
})

test('a file that cannot be kept has failed for a person to see, and is not read again', async () => {
  await poisonWhere(owner, 'screening_entry', `new.ref = 'unkept'`)
  const content = people([{ id: 'unkept', name: 'Maria Lopez' }])
  await expect(bring(site, rita, { ...other, content })).rejects.toThrow('1 failed')
  const newest = sql<{ state: string; error: string }>`
    select state, error from screening_version order by version_id desc limit 1`
  expect(await row(owner, newest)).toEqual({
    state: 'failed',
    error: '文件读取出错，请核对后重新上传',
  })
  clock.advance(121_000)
  expect(await turn()).toBe(0)
})
