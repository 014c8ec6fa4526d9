// Demo data of a first start (decision 36). Only in sandbox mode; it runs as the owner of the tables.
import { connect, row, run, sql, transaction, type Db } from '@tianping/database'
import { SANDBOX_MERCHANT, VENUE_CODES, venueBaseUrl, venueClient } from '@tianping/venue-protocol'
import { newInviteCode } from '../account/register.ts'
import { createMember } from '../account/member.sql.ts'
import { hashPassword } from '../account/passwords.ts'
import { tiles, venues } from './content.ts'
import { seedCrowd } from './crowd.ts'
import { seedHistory } from './history.ts'
import { seedOperations } from './operations.ts'
import { seedSite } from './site.ts'

export const demoMember = { name: 'demo888', password: 'demo888', payPassword: '888888', realname: '王小明' } as const
const DAY_MS = 86_400_000

/** Fills an empty site; answers whether there was anything to fill. A half-filled one (a killed first start) is completed. */
export async function seedDemo(databaseUrl: string, at: { venueUrl: string; publicUrl: string }): Promise<boolean> {
  const db = connect(databaseUrl, { applicationName: 'tianping-seed', maxConnections: 4 })
  try {
    if (await row(db, sql`select 1 as one from site_setting where key = 'demo'`)) return false
    const now = new Date()
    await transaction(db, tx => seedSite(tx, now))
    await seedGames(db, at.venueUrl)
    await seedOperations(db, now)
    const memberId = await seedMember(db, new Date(now.getTime() - 40 * DAY_MS))
    await seedHistory(db, { DATABASE_URL: databaseUrl, VENUE_URL: at.venueUrl, PUBLIC_URL: at.publicUrl }, { memberId, ...demoMember }, now)
    await seedCrowd(db, now)
    await run(db, sql`
      insert into site_setting (key, version, value, changed_by, changed_at) values ('demo', 1, '{}', 'demo', ${now}) on conflict do nothing`)
    return true
  } finally {
    await db.destroy()
  }
}

/** The games come from the venues' own catalogues; the site only adds pictures and order. */
async function seedGames(db: Db, venueUrl: string) {
  const used = new Map<string, number>()
  for (const code of VENUE_CODES) {
    const venue = venues.find(each => each.platname === code)!
    const client = venueClient({ baseUrl: venueBaseUrl(venueUrl, code), merchant: SANDBOX_MERCHANT.merchant, keys: [SANDBOX_MERCHANT.key] })
    const answer = await client.games({})
    client.close()
    if (answer.kind !== 'ok') throw new Error(`The venue ${code} did not answer its catalogue (${answer.kind}).`)
    for (const [rank, game] of answer.data.items.entries()) {
      const pictures = tiles[venue.category]!
      const next = used.get(venue.category) ?? 0
      used.set(venue.category, next + 1)
      await run(db, sql`
        insert into game (venue_id, game_code, name, image, rank)
        values (${venue.venueId}, ${game.game_code}, ${game.name}, ${`/art/${pictures[next % pictures.length]}.webp`}, ${rank})
        on conflict (venue_id, game_code) do update set name = excluded.name`)
    }
  }
}

async function seedMember(db: Db, joinedAt: Date): Promise<bigint> {
  const known = await row(db, sql<{ memberId: bigint }>`select member_id as "memberId" from member_directory where kind = 'name' and handle = ${demoMember.name}`)
  if (known) return known.memberId
  const [passwordHash, payPasswordHash] = await Promise.all([hashPassword(demoMember.password), hashPassword(demoMember.payPassword)])
  const memberId = await createMember(db, {
    name: demoMember.name, realname: demoMember.realname, passwordHash, payPasswordHash, inviteCode: newInviteCode(), referrer: '', now: joinedAt,
  })
  await run(db, sql`
    update member set vip = 3, mobile = '13800138000', email = 'demo888@example.com', birthday = '1992-06-18' where member_id = ${memberId!}`)
  return memberId!
}
