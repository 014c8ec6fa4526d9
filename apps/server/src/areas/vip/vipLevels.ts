import { run, sql, type Db } from '@tianping/database'
import { z } from 'zod'
import { writeSetting } from '../../kernel/setting.ts'

const fen = z.number().int().min(0).max(1_000_000_000_000_000)
const percent = z
  .number()
  .min(0)
  .max(5)
  .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, '最多两位小数')

const level = z.object({
  vipname: z.string().min(1).max(20),
  /** Cumulative deposit and turnover that reach the level. */
  rechargeFen: fen,
  flowFen: fen,
  /** Turnover within one window that keeps it. */
  keepFen: fen,
  /** Rebate in percent of the valid turnover, by category. */
  realperson: percent,
  sport: percent,
  e_sport: percent,
  joker: percent,
  electron: percent,
  lottery: percent,
})

/** The ten levels, VIP1 first; each asks for at least what the one below asks for. */
export const levelsSchema = z
  .array(level)
  .length(10)
  .refine(
    levels =>
      levels.every((each, n) => {
        const below = levels[n - 1]
        return !below || (each.rechargeFen >= below.rechargeFen && each.flowFen >= below.flowFen)
      }),
    '每一级的要求不能低于前一级',
  )
  .refine(([first]) => first?.rechargeFen === 0 && first.flowFen === 0, '第一级不能有要求')

/**
 * Under this key of the settings stands every version of the levels; table `vip_level` holds the
 * current one.
 */
export const VIP_LEVELS = 'vip_levels'

/**
 * The version of the levels that a statement sees, as a part of it, so that figures and version
 * cannot come apart.
 */
export const levelsVersion = sql<number>`(select coalesce(max(version), 0)::int from site_setting where key = ${VIP_LEVELS})`

/**
 * Sets the levels: the table and, with who and when, the next version. In one transaction with
 * whatever else belongs to it.
 */
export async function writeLevels(
  tx: Db,
  levels: z.input<typeof levelsSchema>,
  by: { name: string; at: Date },
): Promise<void> {
  const checked = levelsSchema.parse(levels)
  for (const [index, each] of checked.entries()) {
    await run(
      tx,
      sql`
      insert into vip_level (vip, vipname, recharge_fen, flow_fen, keep_fen, realperson, sport, e_sport, joker, electron, lottery)
      values (${index + 1}, ${each.vipname}, ${each.rechargeFen}, ${each.flowFen}, ${each.keepFen}, ${each.realperson}, ${each.sport}, ${each.e_sport},
        ${each.joker}, ${each.electron}, ${each.lottery})
      on conflict (vip) do update set vipname = excluded.vipname, recharge_fen = excluded.recharge_fen, flow_fen = excluded.flow_fen,
        keep_fen = excluded.keep_fen, realperson = excluded.realperson, sport = excluded.sport, e_sport = excluded.e_sport, joker = excluded.joker,
        electron = excluded.electron, lottery = excluded.lottery`,
    )
  }
  await writeSetting(tx, VIP_LEVELS, levelsSchema, checked, by)
}
