import { run, sql } from '@tianping/database'
import { expect } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { k3 } from '../../../venue/games/k3/model/k3.ts'
import type { Table } from '../../../venue/model/Table.ts'
import { advance } from '../../../venue/server/rounds/advance.ts'
import { numberAt, timesOf } from '../../../venue/server/rounds/timetable.ts'
import { asDemoOperator, OPERATOR_KEY } from '../../../venue/test/support/operatorSupport.ts'
import { readFeed } from '../../src/areas/venues/feed.ts'
import { present } from '../../src/kernel/present.ts'
import { openTestSite } from '../support/site.ts'
import { addVenues, fund, openTestVenue } from '../support/venue.ts'

const STAKE_FEN = 1_000

/** A site with a venue whose table a test moves from round to round. */
export async function openTableSite() {
  const database = await freshDatabase('server')
  const owner = database.open()
  await addVenues(owner)
  await run(
    owner,
    sql`insert into game (venue_id, game_code, name, image) select venue_id, 'k3', '快三', '/art/tile-lottery.webp' from venue where platname = 'VR'`,
  )
  const venue = await openTestVenue({ operatorKey: OPERATOR_KEY, demoOperator: true })
  const signedIn = await asDemoOperator(venue)
  const site = await openTestSite(database.url, { venueUrl: venue.url })
  const table = k3 as Table
  const number = numberAt(table, Date.parse('2026-07-18T04:00:00Z'))

  async function said<T>(path: string, body: object, headers: Record<string, string>): Promise<T> {
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = (await (await fetch(venue.url + path, init)).json()) as {
      code: number
      message: string
      data: T
    }
    expect(answer.code, answer.message).toBe(0)
    return answer.data
  }
  const setClock = async (ms: number) => {
    await run(venue.venue.db, sql`update round_clock set stands_at = ${new Date(ms)}`)
    await advance(venue.venue, table)
  }
  const launch = (token: string) =>
    site.call<{ url: string }>(
      'POST /api/getGameUrl',
      { plat_name: 'VR', game_type: 0, game_code: 'k3', is_mobile_url: 1 },
      { token },
    )
  return {
    owner,
    site,
    launch,
    /** Reads all that the venue's feed has. */
    read: async () => {
      const vr = present(await site.services.venues.named('VR'), 'venue')
      while ((await readFeed(site.services, vr)) > 0);
    },
    /** A member who brings 50 yuan, stakes ten on the round, and waits until it is drawn. */
    playRound: async () => {
      const member = await site.member()
      await fund(owner, member.memberId, 100_00n)
      const move = { sourcetype: 'userbalance', targettype: 'VR', amount: '50' }
      await site.call('POST /api/transfer', move, { token: member.token })
      await setClock(timesOf(table, number).opensMs + 1_000)
      const { data } = await launch(member.token)
      const entered = { token: new URL(data.url).hash.slice(3) }
      const session = await said<{ token: string }>('/api/session', entered, {})
      const lines = [{ pick: 'sum:big', stake: STAKE_FEN }]
      await said(
        '/api/tickets',
        { client_bet_id: 'round-test', round: number, lines },
        { authorization: `Bearer ${session.token}` },
      )
      await setClock(timesOf(table, number).drawsMs)
      return member
    },
    voidRound: () =>
      said('/operator/api/void-round', { code: 'k3', number, reason: 'test' }, signedIn),
  }
}
