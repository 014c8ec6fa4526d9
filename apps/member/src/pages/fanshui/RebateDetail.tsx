import { RecordDetail } from '../../app/records/RecordDetail.tsx'
import { Alert } from '../../ui/Card.tsx'
import { Money } from '../../ui/Money.tsx'
import { isClaimed, unclaimed } from './RebateRow.tsx'
import type { Rebate } from './useFanshui.ts'

type Props = { row: Rebate; open: boolean; onClose: () => void }

/** One rebate with all it was computed from. */
export function RebateDetail({ row, open, onClose }: Props) {
  const claimed = isClaimed(row)
  return (
    <RecordDetail
      open={open}
      onClose={onClose}
      title={row.correction ? '返水更正' : '返水详情'}
      figure={<Money yuan={row.money} size={34} signed />}
      state={claimed ? { text: '已领取', kind: 'ok' } : { text: unclaimed, kind: 'wait' }}
      pairs={[
        { label: '平台', value: row.gamename },
        { label: '投注日', value: row.bet_day },
        { label: '有效投注', value: <Money yuan={row.valid_amount} /> },
        { label: '返水比例', value: `${row.percent.toFixed(2)}%（VIP${row.vip}）` },
        { label: '结算时间', value: row.created_at },
        { label: '领取时间', value: claimed ? row.updated_at : unclaimed },
      ]}
      why={row.correction && <Alert kind="blue">场馆更正了注单的结果，这一笔补上差额。</Alert>}
    />
  )
}
