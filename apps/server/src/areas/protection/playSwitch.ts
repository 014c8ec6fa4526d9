// One switch for all play of the site (PR-SEC-03): while it is off no game opens and no money goes
// to a venue. Deposits, withdrawals and the way back from venues stay.
import { say } from '@tianping/contract/refusals'
import { row, sql, type Db } from '@tianping/database'
import { z } from 'zod'
import { Refusal } from '../../kernel/http/refusal.ts'
import { readSetting } from '../../kernel/setting.ts'

export const PLAY_SETTING = 'play'
export const playSchema = z.object({ open: z.boolean().default(true) })

export const stoppedPlay = () =>
  new Refusal(say('protection.play_stopped'), { rule: 'play_stopped' })

/**
 * Refuses play while the switch is off. What opens a game or moves money to a venue looks again in
 * its transaction, where nothing is remembered.
 */
export async function refuseStoppedPlay(db: Db): Promise<void> {
  const { open } = await readSetting(db, PLAY_SETTING, playSchema)
  if (!open) throw stoppedPlay()
}

/**
 * Keeps the switch as it is until the transaction ends: whoever turns it off waits, and then sees
 * the game that was marked as open here.
 */
export const holdPlaySwitch = async (tx: Db): Promise<void> => {
  await row(tx, sql`select pg_advisory_xact_lock_shared(hashtextextended(${PLAY_SETTING}, 47))`)
}
