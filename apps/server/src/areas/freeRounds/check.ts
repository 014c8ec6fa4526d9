import { DAY_MS } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import type { ExtraCheck } from '../../ledger/reconcile.ts'
import { oddGrants } from './store/grant.sql.ts'

const spanOf = (now: Date) => ({ now, staleBefore: new Date(now.getTime() - DAY_MS) })

/** Grants of free rounds against the rounds that the feeds told. */
export const checkFreeRounds =
  ({ clock }: Pick<Services, 'clock'>): ExtraCheck =>
  async db => [
    {
      name: 'free-rounds',
      rule: 'a grant of free rounds was paid as its rounds say, and closed within a day of its end, outside a break',
      severity: 'attention',
      differences: await oddGrants(db, spanOf(clock.now())),
    },
  ]
