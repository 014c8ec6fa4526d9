import { DAY_MS } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import type { ExtraCheck } from '../../ledger/reconcile.ts'
import { oddTournaments } from './store/entry.sql.ts'

/** Corrections of bets are looked for so long after standings were frozen. */
const LOOKED_AT_DAYS = 30

/** Prizes against the bets that won them. */
export const checkTournaments =
  ({ clock }: Pick<Services, 'clock'>): ExtraCheck =>
  async db => {
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
    const asked = { since: daysAgo(LOOKED_AT_DAYS), staleBefore: daysAgo(2) }
    return [
      {
        name: 'tournaments',
        rule: 'a prize belongs to the bets that won it, and standings are frozen within two days of their end',
        severity: 'attention',
        differences: await oddTournaments(db, asked),
      },
    ]
  }
