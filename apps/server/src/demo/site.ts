import { row, run, sql, type Db } from '@tianping/database'
import { appSchema } from '../site/appSetting.ts'
import { writeSetting } from '../site/setting.ts'
import { articles, banners, levels, notices, venues, welcome } from './content.ts'

/** Settings, content, venues and levels of a first start; not the games, which the venues name themselves. */
export async function seedSite(tx: Db, now: Date) {
  if (await row(tx, sql`select 1 as one from site_setting where key = 'app'`)) return
  await writeSetting(tx, 'app', appSchema, { index_modal: 1, webcontent: welcome }, { name: 'demo', at: now })
  for (const [rank, banner] of banners.entries()) await run(tx, sql`insert into banner (kind, src, title, rank) values (2, ${banner.src}, ${banner.title}, ${rank})`)
  for (const [rank, content] of notices.entries()) await run(tx, sql`insert into notice (content, rank, created_at) values (${content}, ${rank}, ${now})`)
  for (const { type, title, content } of articles) await run(tx, sql`insert into article (type, title, content, changed_at) values (${type}, ${title}, ${content}, ${now})`)
  for (const [rank, venue] of venues.entries()) {
    await run(tx, sql`
      insert into venue (venue_id, platname, name, category, slot_tab, ico, rank, rebate_percent)
      values (${venue.venueId}, ${venue.platname}, ${venue.name}, ${venue.category}, ${venue.slotTab}, ${`/art/venue-${venue.platname.toLowerCase()}.webp`}, ${rank}, ${venue.rebate})`)
  }
  for (const [index, [recharge, flow, realperson, sport, esport, joker, electron, lottery]] of levels.entries()) {
    await run(tx, sql`
      insert into vip_level (vip, vipname, recharge_fen, flow_fen, realperson, sport, e_sport, joker, electron, lottery)
      values (${index + 1}, ${`VIP${index + 1}`}, ${recharge * 100}, ${flow * 100}, ${realperson}, ${sport}, ${esport}, ${joker}, ${electron}, ${lottery})`)
  }
}
