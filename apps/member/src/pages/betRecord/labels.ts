import { betStatus } from '@tianping/contract/records/facts'
import { fenOf } from '@tianping/money'
import type { Label } from '../../app/records/RecordDetail.tsx'

const labels: Record<number, Label> = {
  [betStatus.void]: { text: '无效注单' },
  [betStatus.settled]: { text: '已结算', kind: 'ok' },
  [betStatus.open]: { text: '未结算', kind: 'wait' },
}

/** The label of a bet's status (P2-4-01). */
export const statusLabel = (status: number): Label => labels[status] ?? { text: '—' }

type Bet = { bet_amount: number; win_loss: number; status: number }

/**
 * What a settled bet brought or cost, in fen: the payout less the stake. Null while unsettled, and
 * for a void bet.
 */
export const resultFen = ({ bet_amount, win_loss, status }: Bet): bigint | null =>
  status === betStatus.settled ? fenOf(win_loss) - fenOf(bet_amount) : null

/** What was staked by a number of bets, in fen; void ones were never staked. */
export const stakedFen = (bets: readonly Bet[]) =>
  bets.reduce((sum, bet) => (bet.status === betStatus.void ? sum : sum + fenOf(bet.bet_amount)), 0n)
