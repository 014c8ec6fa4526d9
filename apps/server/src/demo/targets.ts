import type { TargetFigure } from '@tianping/contract/figures/facts'
import { run, sql, type Db } from '@tianping/database'
import { addMonths, beijingMonth } from '@tianping/money/day'

/** Fen where the figure is money, else a count: near what the simulated months come to. */
const targets: Partial<Record<TargetFigure, bigint>> = {
  ngr: 5_000_00n,
  deposit: 40_000_00n,
  registrations: 6n,
  first_deposits: 5n,
  active: 12n,
}

/** What this month and the one before should have brought in. */
export async function seedTargets(owner: Db, now: Date): Promise<void> {
  const current = beijingMonth(now)
  for (const month of [addMonths(current, -1), current])
    for (const [figure, value] of Object.entries(targets))
      await run(
        owner,
        sql`
        insert into figure_target (month, figure, value, set_by, set_at)
        values (${`${month}-01`}::date, ${figure}, ${value}, 'finance', ${now}) on conflict do nothing`,
      )
}
