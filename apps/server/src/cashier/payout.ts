import type { Tx } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import type { Settings } from '../settings.ts'
import { addPayout, type Withdrawal } from './withdrawal.sql.ts'

/**
 * Notes that an approved withdrawal is to be paid out. A sandbox pays at once, with play money; elsewhere the attempt
 * stays open until whoever pays it notes the payment.
 */
export async function payOut(tx: Tx, settings: Settings, { memberId, withdrawalNo }: Withdrawal, now: Date): Promise<void> {
  const sandbox = settings.mode === 'sandbox'
  await addPayout(tx, {
    memberId,
    withdrawalNo,
    provider: sandbox ? 'sandbox' : 'by hand',
    state: sandbox ? 'paid' : 'open',
    reference: sandbox ? `SBXOUT${randomBytes(8).toString('hex').toUpperCase()}` : '',
    now,
  })
}
