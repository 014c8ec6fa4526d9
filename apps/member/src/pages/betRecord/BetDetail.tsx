import { RecordDetail } from '../../app/records/RecordDetail.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { Result } from './Result.tsx'
import { statusLabel } from './labels.ts'
import type { Bet } from './useBetRecord.ts'

/** One bet in full. */
export const BetDetail = ({
  bet,
  open,
  onClose,
}: {
  bet: Bet
  open: boolean
  onClose: () => void
}) => (
  <RecordDetail
    open={open}
    onClose={onClose}
    title="注单详情"
    figure={<Result bet={bet} size={34} />}
    state={statusLabel(bet.status)}
    pairs={[
      {
        label: '订单号',
        value: (
          <>
            <span>{bet.bet_id}</span>
            <CopyButton short text={bet.bet_id} what="订单号" />
          </>
        ),
      },
      {
        label: '游戏',
        value: bet.game_name ? `${bet.venue_name} · ${bet.game_name}` : bet.venue_name,
      },
      { label: '编码', value: bet.Code },
      { label: '投注', value: `¥${yuanText(bet.bet_amount)}` },
      { label: '派彩', value: `¥${yuanText(bet.win_loss)}` },
      { label: '有效投注', value: `¥${yuanText(bet.valid_amount)}` },
      { label: '时间', value: bet.created_at },
    ]}
    words={`订单号 ${bet.bet_id}\n${bet.venue_name} ${bet.game_name}\n投注 ¥${yuanText(bet.bet_amount)}，派彩 ¥${yuanText(bet.win_loss)}\n时间 ${bet.created_at}`}
  />
)
