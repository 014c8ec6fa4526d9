import { row, run, sql, type Db } from '@tianping/database'
import { writeLevels } from '../areas/vip/vip.ts'
import { seedTerms } from '../areas/consents/consents.ts'
import { appSchema } from '../kernel/appSetting.ts'
import { writeSetting } from '../kernel/setting.ts'
import { articles, banners, levels, notices, venues, welcome } from './content.ts'

/**
 * Settings, content, venues and levels of a first start; not the games, which the venues name
 * themselves.
 */
export async function seedSite(tx: Db, now: Date) {
  if (await row(tx, sql`select 1 as one from site_setting where key = 'app'`)) return
  await writeSetting(
    tx,
    'app',
    appSchema,
    {
      index_modal: 1,
      webcontent: welcome,
      licensee: '天平演示运营有限公司',
      licence: '演示牌照 DEMO-0001（沙箱，非真实牌照）',
    },
    { name: 'demo', at: now },
  )
  for (const [rank, banner] of banners.entries())
    await run(
      tx,
      sql`insert into banner (kind, src, title, link, rank) values (2, ${banner.src}, ${banner.title}, ${banner.link}, ${rank})`,
    )
  for (const [rank, content] of notices.entries())
    await run(
      tx,
      sql`insert into notice (content, rank, created_at) values (${content}, ${rank}, ${now})`,
    )
  for (const { type, title, content } of articles)
    await run(
      tx,
      sql`insert into article (type, title, content, changed_at) values (${type}, ${title}, ${content}, ${now})`,
    )
  await seedTerms(tx, articles, now)
  for (const [rank, venue] of venues.entries()) {
    await run(
      tx,
      sql`
      insert into venue (venue_id, platname, name, category, slot_tab, ico, rank, rebate_percent)
      values (${venue.venueId}, ${venue.platname}, ${venue.name}, ${venue.category}, ${venue.slotTab}, ${`/art/venue-${venue.platname.toLowerCase()}.webp`}, ${rank}, ${venue.rebate})`,
    )
  }
  await writeLevels(
    tx,
    levels.map(
      ([recharge, flow, keep, realperson, sport, esport, joker, electron, lottery], index) => ({
        vipname: `VIP${index + 1}`,
        rechargeFen: recharge * 100,
        flowFen: flow * 100,
        keepFen: keep * 100,
        realperson,
        sport,
        e_sport: esport,
        joker,
        electron,
        lottery,
      }),
    ),
    { name: 'demo', at: now },
  )
}
