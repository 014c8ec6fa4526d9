import { row, sql, type Db } from '@tianping/database'
import { beijingDay } from '../clock.ts'
import { writeSetting } from '../site/setting.ts'
import { redPacketSchema, REDPACKET_SETTING } from './setting.ts'

/** Deposits of the day in yuan, the claims they earn, and what one packet holds in fen. */
const tiers = [
  { from: 1_000, to: 5_000, claims: 1, drawMinFen: 1_88, drawMaxFen: 8_88 },
  { from: 5_000, to: 10_000, claims: 3, drawMinFen: 1_88, drawMaxFen: 18_88 },
  { from: 10_000, to: 50_000, claims: 5, drawMinFen: 2_88, drawMaxFen: 38_88 },
  { from: 50_000, to: null, claims: 10, drawMinFen: 5_88, drawMaxFen: 88_88 },
] as const

/** The red packet's rules of a first start, from the first day of this year to the last of the next; set rules stay. */
export async function seedRedPacket(db: Db, now: Date): Promise<void> {
  if (await row(db, sql`select 1 as one from site_setting where key = ${REDPACKET_SETTING}`)) return
  const year = Number(beijingDay(now).slice(0, 4))
  await writeSetting(db, REDPACKET_SETTING, redPacketSchema, {
    tiers: tiers.map(({ from, to, ...rest }) => ({
      startDay: `${year}-01-01`, endDay: `${year + 1}-12-31`, minFen: from * 100, maxFen: to === null ? null : to * 100 - 1, turnoverTimes: 1, ...rest,
    })),
  }, { name: 'demo', at: now })
}
