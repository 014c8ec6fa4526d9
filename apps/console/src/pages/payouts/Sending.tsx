import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import { payoutState, providerPayoutStates } from '@tianping/contract/cashier/facts'
import { Alert, Button } from 'antd'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { Part } from '../../parts/review/ReviewPanel.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { yuan } from '../../ui/values/Money.tsx'

type Payout = ConsoleGiven<'POST /api/console/payouts/show'>
type Sent = NonNullable<Payout['sending']>

const stale: ConsoleCallName[] = [
  'POST /api/console/payouts/show',
  'POST /api/console/payouts/list',
]

const isOpen = ({ state }: Sent) => state === 'queued' || state === 'sent'

/** What the provider said after the payout was settled, where it says the opposite. */
function changeOf({ state, says, said }: Sent): string {
  const opposite =
    (state === 'paid' && says === 'failed') || (state === 'failed' && says === 'paid')
  if (!opposite) return ''
  return state === 'paid'
    ? `通道后来报告付款失败：${said || '未说明原因'}。款项没有到达会员时，请到“对账”处理差异。`
    : '通道后来报告已付款。请先向通道核实：确已付出的，以下列通道单号标记已付款；不要再付一次。'
}

/** A payout that a provider has or had, and what people can do about it. */
export function Sending({ item }: { item: Payout }) {
  const { may } = useOperator()
  const { sending } = item
  if (!sending) return may('payout.pay') && <Send item={item} />
  const change = changeOf(sending)
  return (
    <Part
      title="通道付款"
      extra={may('payout.pay') && isOpen(sending) && <Judge item={item} sending={sending} />}
    >
      {change && <Alert type="error" showIcon title={change} style={{ marginBottom: 12 }} />}
      {sending.judged_by && isOpen(sending) && (
        <Alert type="warning" showIcon title={judgedText(sending)} style={{ marginBottom: 12 }} />
      )}
      <SentFacts sending={sending} amount={item.amount} />
    </Part>
  )
}

function SentFacts({ sending, amount }: { sending: Sent; amount: number }) {
  const { provider, state, payout_no, reference, sent_at, said } = sending
  return (
    <Facts>
      <Fact label="通道">{provider}</Fact>
      <Fact label="结果">{providerPayoutStates[state]}</Fact>
      <Fact label="付款单号">
        <Copy text={payout_no} />
      </Fact>
      {reference && (
        <Fact label="通道单号">
          <Copy text={reference} />
        </Fact>
      )}
      {sent_at && <Fact label="提交时间">{sent_at}</Fact>}
      {said && <Fact label="通道答复">{said}</Fact>}
      {isOpen(sending) && (
        <Fact label="查询">
          已询问 {sending.tries} 次，下次 {sending.next_at}
        </Fact>
      )}
      {isOpen(sending) && <Fact label="款项">{yuan(amount)} 记在应付取款</Fact>}
    </Facts>
  )
}

const judgedText = ({ judged_by, judged_paid, judged_reference }: Sent) =>
  `${judged_by} 认定${judged_paid ? `已付款，流水号 ${judged_reference}` : '未付款'}，等待另一位同事核实`

/** Hands the payout to a provider. */
function Send({ item }: { item: Payout }) {
  const { out_trade_no, attempt } = item
  if (item.state !== payoutState.open || item.method.startsWith('USDT')) return null
  return (
    <Part title="通道付款">
      <ActionDialog
        draft={`payouts/${out_trade_no}/send`}
        decision={{
          title: '交通道付款',
          sentence: `由付款通道向 ${item.username} 付出 ${yuan(item.amount)}`,
          warning: '提交后系统会自动查询并登记结果；结果到达前不能改由人工付款。',
          confirm: `交通道付 ${yuan(item.amount)}`,
        }}
        action={() => callOnce('POST /api/console/payouts/send', { out_trade_no, attempt })}
        done="已交通道付款，结果会自动更新"
        stale={stale}
      >
        交通道付款
      </ActionDialog>
    </Part>
  )
}

/** Two persons find out what a silent provider does not say. */
function Judge({ item, sending }: { item: Payout; sending: Sent }) {
  const { out_trade_no, attempt } = item
  const { start, form } = useEdited<{ no: string }>({
    draft: ({ no }) => `payouts/${no}/judge`,
    action: (_, v) =>
      callOnce('POST /api/console/payouts/judge', {
        out_trade_no,
        attempt,
        paid: v['paid'] === 'yes',
        reference: v['paid'] === 'yes' ? String(v['reference']).trim() : '',
        remark: String(v['remark']),
      }),
    done: '已记录',
    stale,
  })
  return (
    <>
      <Button size="small" onClick={() => start({ no: out_trade_no })}>
        人工认定结果
      </Button>
      {form && (
        <EditDialog
          title="人工认定通道付款结果"
          fields={[
            {
              name: 'paid',
              label: '核实结果',
              kind: 'choice',
              options: [
                { value: 'yes', label: '已付款' },
                { value: 'no', label: '未付款，改由人工付款' },
              ],
            },
            {
              name: 'reference',
              label: '银行或通道流水号',
              kind: 'text',
              max: 64,
              when: v => v['paid'] === 'yes',
            },
            { name: 'remark', label: '依据', kind: 'text', max: 200 },
          ]}
          initial={{
            paid: sending.judged_by === '' || sending.judged_paid ? 'yes' : 'no',
            reference: sending.judged_reference,
            remark: '',
          }}
          sentence={() =>
            '需两位同事认定一致才生效。请先向通道或银行核实，误判会使会员收到两次或收不到。'
          }
          confirm="提交认定"
          {...form}
        />
      )}
    </>
  )
}
