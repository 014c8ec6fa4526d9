import { RecordDetail } from '../../app/records/RecordDetail.tsx'
import { Alert } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { verdictLabel, type AuditedBet } from './useAudit.ts'

/** One bet under audit: what of it counted, for which requirement, or why it did not. */
export const AuditDetail = ({
  bet,
  open,
  onClose,
}: {
  bet: AuditedBet
  open: boolean
  onClose: () => void
}) => (
  <RecordDetail
    open={open}
    onClose={onClose}
    title="稽核详情"
    figure={<Money yuan={bet.counted} size={34} signed />}
    state={verdictLabel(bet)}
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
        value: bet.venue_name ? `${bet.venue_name} · ${bet.game_name}` : bet.game_name,
      },
      { label: '投注', value: `¥${yuanText(bet.bet_amount)}` },
      { label: '有效投注', value: `¥${yuanText(bet.valid_amount)}` },
      { label: '投注时间', value: bet.placed_at },
      { label: '结算时间', value: bet.settled_at || '未结算' },
      ...bet.parts.map((part, i) => ({
        label: `计入${bet.parts.length > 1 ? ` ${i + 1}` : ''}`,
        value: (
          <>
            {part.source_label}（{part.opened_at.slice(5, 16)}）<b>¥{yuanText(part.amount)}</b>
            {part.weight < 100 && `（按 ${part.weight}%）`}
          </>
        ),
      })),
    ]}
    words={`订单号 ${bet.bet_id}\n有效投注 ¥${yuanText(bet.valid_amount)}，计入 ¥${yuanText(bet.counted)}\n${bet.reason}`}
    why={<Alert kind="blue">{bet.reason}</Alert>}
  />
)
