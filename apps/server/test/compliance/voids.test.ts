// A round that the venue makes void: the stakes come back once, the game is closed and an incident
// is opened.
import { run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { runCompliance } from '../../src/areas/compliance/compliance.ts'
import { watchVoids } from '../../src/areas/compliance/incidents/voids.ts'
import { present } from '../../src/kernel/present.ts'
import { desk } from '../console/support.ts'
import { openTableSite } from './roundSupport.ts'
import { shown } from './support.ts'

const { owner, site, launch, read, playRound, voidRound } = await openTableSite()

test('a void round gives its stakes back once, closes the game and opens an incident', async () => {
  const { token } = await playRound()
  await voidRound()
  await read()
  const officer = await desk(site, 'risk')
  await runCompliance(site.services)
  await runCompliance(site.services)
  const list = async (state: 'open' | 'opened') =>
    (await officer.call('POST /api/console/voids/list', { state })).data.data
  expect(await list('open')).toMatchObject([{ game: '快三', bets: 1, stake: 10, shown: true }])
  const { venue_id, round_id } = present((await list('open'))[0], 'void round')
  const open = { venue_id, round_id, close: true, remark: '开奖设备故障' }
  const made = await officer.call('POST /api/console/voids/open', open)
  expect(made.message).toBe('已开立事件')
  expect((await officer.call('POST /api/console/voids/open', open)).message).toBe('该作废局已处理')
  expect(await list('opened')).toMatchObject([{ shown: false, incident_id: made.data.incident_id }])
  expect(await shown(officer, made.data.incident_id)).toMatchObject({
    kind: 'mispay',
    affected: 1,
    measures: '已关闭该游戏',
    duties: [{ duty: 'authority' }],
  })
  expect((await launch(token)).code).not.toBe(200)
  // The stake came back once: what was brought can be taken home, and not a yuan more.
  await read()
  const home = { sourcetype: 'VR', targettype: 'userbalance' }
  const take = async (amount: string) =>
    (await site.call('POST /api/transfer', { ...home, amount }, { token })).code
  expect(await take('50')).toBe(200)
  expect(await take('1')).not.toBe(200)
})

test('a round stays decided when more is told of it, and a long backlog is looked at in one turn', async () => {
  const decided = () =>
    theRow(
      owner,
      sql<{ round: string; venueId: number; state: string }>`
      select round_id as round, venue_id, state from void_round`,
    )
  const { round, venueId, state } = await decided()
  expect(state).toBe('opened')
  await run(
    owner,
    sql`insert into void_change (venue_id, round_id) select ${venueId}, ${round} from generate_series(1, 4500)`,
  )
  // Three statements of a backlog, each of which names the round.
  expect(await watchVoids(site.services)).toBe(3)
  expect(await watchVoids(site.services)).toBe(0)
  expect(await decided()).toEqual({ round, venueId, state })
})
