import { explanationOf } from '../../app/explain/explain.ts'
import { RecordDetail } from '../../app/records/RecordDetail.tsx'
import { Alert } from '../../ui/Card.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { isClaimed, unclaimed } from './RebateRow.tsx'
import type { Rebate } from './useFanshui.ts'

type Props = { row: Rebate; open: boolean; onClose: () => void }

/** One rebate with all it was computed from. */
export function RebateDetail({ row, open, onClose }: Props) {
  const claimed = isClaimed(row)
  const { inputs, rule } = explanationOf(row.why)
  return (
    <RecordDetail
      open={open}
      onClose={onClose}
      title={row.correction ? '返水更正' : '返水详情'}
      figure={<Money yuan={row.money} size={34} signed />}
      state={claimed ? { text: '已领取', kind: 'ok' } : { text: unclaimed, kind: 'wait' }}
      pairs={[
        { label: '平台', value: row.gamename },
        ...inputs,
        { label: '适用规则', value: rule },
        { label: '结算时间', value: row.created_at },
        { label: '领取时间', value: claimed ? row.updated_at : unclaimed },
      ]}
      words={`${row.gamename} ${row.bet_day}\n有效投注 ¥${yuanText(row.valid_amount)}，返水 ¥${yuanText(row.money)}`}
      why={
        <Alert kind="blue">
          {row.correction
            ? '场馆更正了注单的结果：当日返水按更正后的有效投注重新计算，这一笔补上与先前的差额。'
            : '返水 = 有效投注 × 返水比例，不足一分舍去。'}
        </Alert>
      }
    />
  )
}
