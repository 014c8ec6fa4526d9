import { reviewState } from '@tianping/contract/facts'
import { byHand } from '@tianping/contract/payments'
import { transferState } from '@tianping/contract/venues/facts'
import { href } from '../../app/routes/paths.ts'
import { recordTypes } from '../../app/records/recordTypes.ts'
import { RecordDetail } from '../../app/records/RecordDetail.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { yuanText } from '../../ui/Money.tsx'
import {
  isTransfer,
  isVoid,
  signOf,
  stageText,
  stateLabel,
  typeLabel,
  type Type,
} from './labels.ts'
import type { Transaction } from './useTransRecord.ts'

type Props = { type: Type; row: Transaction; open: boolean; onClose: () => void }

/** One deposit, withdrawal or transfer in full. */
export function Detail({ type, row, open, onClose }: Props) {
  return (
    <RecordDetail
      open={open}
      onClose={onClose}
      title={`${typeLabel(type)}详情`}
      figure={
        <span className={isVoid(type, row.state) ? 'fig fig--34 faint' : 'fig fig--34'}>
          {signOf(type)}
          <i>¥</i>
          {yuanText(row.amount)}
        </span>
      }
      state={stateLabel(type, row.state)}
      pairs={[
        {
          label: '订单号',
          value: (
            <>
              <span>{row.out_trade_no}</span>
              <CopyButton short text={row.out_trade_no} what="订单号" />
            </>
          ),
        },
        ...(isTransfer(type) ? ends(type, row.pay_way) : [{ label: '方式', value: row.pay_way }]),
        { label: '时间', value: row.created_at },
      ]}
      why={<Why type={type} row={row} />}
      words={[
        `订单号 ${row.out_trade_no}`,
        `金额 ¥${yuanText(row.amount)}`,
        `状态 ${stageText(row) || stateLabel(type, row.state).text}`,
        `时间 ${row.created_at}`,
      ].join('\n')}
      action={
        type === recordTypes.deposit &&
        (row.stage !== undefined || row.state === reviewState.waiting) &&
        row.pay_way !== byHand.record && (
          <ButtonLink icon="receipt" href={href('/payInfo', { deposit_no: row.out_trade_no })}>
            {row.stage === 'unpaid' ? '继续支付' : '查看订单'}
          </ButtonLink>
        )
      }
    />
  )
}

/** 转入 goes into the venue, 转出 comes out of it. */
const ends = (type: Type, venue: string) => [
  { label: '从', value: type === recordTypes.transferIn ? '平台钱包' : venue },
  { label: '到', value: type === recordTypes.transferIn ? venue : '平台钱包' },
]

function Why({ type, row }: { type: Type; row: Transaction }) {
  if (isTransfer(type) && row.state === transferState.pending) {
    return <Alert>场馆尚未确认这笔转账。资金已暂时冻结，确认后自动到账或退回，不会丢失。</Alert>
  }
  const stage = stageText(row)
  if (stage !== '')
    return (
      <Alert kind={isVoid(type, row.state) ? 'red' : 'blue'}>
        {stage}
        {row.remark !== '' && `。${row.remark}`}
      </Alert>
    )
  if (row.remark === '') return null
  return isVoid(type, row.state) ? (
    <Alert kind="red">{row.remark}</Alert>
  ) : (
    <Alert kind="blue">{row.remark}</Alert>
  )
}
