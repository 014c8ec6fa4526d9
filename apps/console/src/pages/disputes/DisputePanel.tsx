import { useQuery } from '@tanstack/react-query'
import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import {
  disputeOutcomes,
  disputeState,
  type DisputeOutcome,
} from '@tianping/contract/cashier/facts'
import { everyState } from '@tianping/contract/facts'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import css from './disputes.module.css'
import { EvidenceFiles } from './EvidenceFiles.tsx'

const showCall = 'POST /api/console/disputes/show'
const stale: ConsoleCallName[] = [
  showCall,
  'POST /api/console/disputes/list',
  'POST /api/console/debts/list',
  'POST /api/console/counts',
]
type Dispute = ConsoleGiven<typeof showCall>

/** One dispute: whose payment, what speaks against it, and how it ends. */
export function DisputePanel({ no }: { no: string }) {
  const { may } = useOperator()
  const shown = useQuery({
    queryKey: [showCall, no],
    queryFn: ({ signal }) => call(showCall, { dispute_no: no }, signal),
    meta: { inPlace: true },
  })
  if (!shown.data) return <Unloaded query={shown} />
  const item = shown.data
  return (
    <>
      <Facts>
        <Fact label="存款订单">
          <a href={href('/deposits', { state: everyState, open: item.deposit_no })}>
            {item.deposit_no}
          </a>
        </Fact>
        <Fact label="通道付款单号">
          <Copy text={item.reference} />
        </Fact>
        <Fact label="通道争议号">{item.provider_no}</Fact>
        <Fact label="由谁登记">{item.opened_by || '通道'}</Fact>
        <Fact label="由谁确认">
          {item.confirmed_at && `${item.confirmed_by}，${item.confirmed_at}`}
        </Fact>
        <Fact label="通道的结论">{item.said === '' ? '' : disputeOutcomes[item.said]}</Fact>
        <Fact label="答辩说明">{evidenceOf(item)}</Fact>
        <Fact label="已提交通道">
          {item.answered_at && `${item.answered_by}，${item.answered_at}`}
        </Fact>
        <Fact label="结果">{resultOf(item)}</Fact>
      </Facts>
      <EvidenceFiles item={item} mayAdd={item.state === disputeState.open && may('payout.pay')} />
      <Waits item={item} />
      {item.state === disputeState.open && may('payout.pay') && <Ways item={item} />}
    </>
  )
}

/** What another person has to do. */
function Waits({ item }: { item: Dispute }) {
  const { confirm_by, proposed, proposed_by, remark, state } = item
  if (state !== disputeState.open) return null
  if (confirm_by !== '')
    return (
      <p className={css.waits}>
        待另一位同事于 {confirm_by} 前确认；在此之前只暂缓放款，不入账，逾期自动撤销。
      </p>
    )
  if (proposed === '') return null
  return (
    <p className={css.waits}>
      {proposed_by} 认定{disputeOutcomes[proposed]}（{remark}），待另一位确认
    </p>
  )
}

const evidenceOf = ({ evidence, evidence_by, evidence_at }: Dispute) =>
  evidence && `${evidence}（${evidence_by}，${evidence_at}）`

function resultOf({ state, decided_by, decided_at, taken, debt, remark }: Dispute) {
  if (state === disputeState.open) return ''
  const money = taken + debt > 0 ? `，扣回 ${yuan(taken)}，欠款 ${yuan(debt)}` : ''
  return `${decided_by}，${decided_at}${money}：${remark}`
}

function Ways({ item }: { item: Dispute }) {
  const no = item.dispute_no
  const { start, form } = useEdited<'evidence'>({
    draft: what => `disputes/${no}/${what}`,
    action: (_, v) =>
      callOnce('POST /api/console/disputes/evidence', {
        dispute_no: no,
        evidence: String(v['evidence']),
      }),
    done: '已保存答辩说明',
    stale: showCall,
  })
  return (
    <div className={css.ways}>
      {item.answered_at === '' && (
        <Button size="small" onClick={() => start('evidence')}>
          答辩说明
        </Button>
      )}
      {item.by_port && item.evidence !== '' && item.answered_at === '' && (
        <ActionDialog
          size="small"
          draft={`disputes/${no}/answer`}
          decision={{
            title: '提交答辩',
            sentence: '把答辩说明提交给通道。提交后不能再修改。',
            confirm: '提交给通道',
          }}
          action={() => callOnce('POST /api/console/disputes/answer', { dispute_no: no })}
          done="答辩已提交给通道"
          stale={stale}
        >
          提交给通道
        </ActionDialog>
      )}
      {item.confirm_by === '' ? (
        outcomes.map(outcome => <Settle key={outcome} item={item} outcome={outcome} />)
      ) : (
        <Confirm item={item} />
      )}
      {form && (
        <EditDialog
          title="答辩说明"
          fields={[
            {
              name: 'evidence',
              label: '登录、投注、验证与通信记录等',
              kind: 'long',
              max: 4_000,
              rows: 10,
            },
          ]}
          initial={{ evidence: item.evidence }}
          confirm="保存"
          {...form}
        />
      )}
    </div>
  )
}

function Confirm({ item }: { item: Dispute }) {
  const { name } = useOperator()
  return (
    <ActionDialog
      size="small"
      own={item.opened_by === name}
      draft={`disputes/${item.dispute_no}/confirm`}
      decision={{
        title: '确认争议',
        sentence: `${item.opened_by} 登记：${item.provider} 的付款 ${item.reference} 被提出争议 ${yuan(item.amount)}，原因“${item.reason}”。确认后通道扣留的金额入账。`,
        confirm: '确认争议',
      }}
      action={remark =>
        callOnce('POST /api/console/disputes/confirm', { dispute_no: item.dispute_no, remark })
      }
      done="已确认争议"
      stale={stale}
    >
      确认争议
    </ActionDialog>
  )
}

const outcomes: DisputeOutcome[] = ['won', 'lost', 'accepted']

function Settle({ item, outcome }: { item: Dispute; outcome: DisputeOutcome }) {
  const { name } = useOperator()
  const label = disputeOutcomes[outcome]
  const isOwn = item.proposed === outcome && item.proposed_by === name
  const takes = `从中心钱包扣回 ${yuan(item.would_take)}，其余 ${yuan(item.would_owe)} 记为会员欠款；从未入账的付款不扣会员。`
  return (
    <ActionDialog
      size="small"
      danger={outcome !== 'won'}
      disabled={isOwn || (item.said !== '' && item.said !== outcome)}
      draft={`disputes/${item.dispute_no}/${outcome}`}
      decision={{
        title: label,
        sentence:
          outcome === 'won'
            ? `通道退还 ${yuan(item.amount)}，会员的取款恢复正常`
            : `${yuan(item.amount)} 归付款人。${takes}`,
        warning: item.said === outcome ? '' : '须由另一位同事作出同样认定后生效。',
        required: '说明依据',
        confirm: item.proposed === outcome ? `确认${label}` : label,
      }}
      action={remark =>
        callOnce('POST /api/console/disputes/settle', {
          dispute_no: item.dispute_no,
          outcome,
          remark,
        })
      }
      done="已记录"
      stale={stale}
    >
      {label}
    </ActionDialog>
  )
}
