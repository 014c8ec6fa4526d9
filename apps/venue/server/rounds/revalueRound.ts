import { itemAt } from '../../model/present.ts'
import type { Tx } from '@tianping/database'
import { nextVersion } from '../feed/feed.sql.ts'
import { betsOnRound, setShare, setValidAmount } from './ticket.sql.ts'
import { validAmounts } from './validAmounts.ts'

/**
 * Shares out a player's valid amount on a round again after one of his bets was corrected. The
 * corrected bet has its new version already; any other whose share changed gets a revision of its
 * own. The wallet must be locked.
 */
export async function revalueRound(
  tx: Tx,
  desk: number,
  player: string,
  code: string,
  number: bigint,
  correctedBetId: string,
): Promise<void> {
  const bets = (await betsOnRound(tx, desk, player, code, number)).filter(
    bet => bet.status === 'SETTLED',
  )
  const valid = validAmounts(bets)
  for (const [i, bet] of bets.entries()) {
    if (bet.validAmount === valid[i]) continue
    if (bet.betId === correctedBetId) await setShare(tx, desk, bet.betId, itemAt(valid, i))
    else
      await setValidAmount(
        tx,
        desk,
        bet.betId,
        itemAt(valid, i),
        bet.version === null ? null : await nextVersion(tx, desk),
      )
  }
}
