import type { Protocol } from '@tianping/contract/payments'
import { bankDepositRules, depositAmountRules } from '@tianping/contract/cashier/rules'
import { shortFen } from '@tianping/money'
import { useState } from 'react'
import { PapersNotice } from '../../app/due/PapersNotice.tsx'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { href } from '../../app/routes/paths.ts'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { quickSums, typedFen } from '../../app/wallet/money.ts'
import { Alert, Card, Steps } from '../../ui/Card.tsx'
import { AmountField, QuickSums } from '../../ui/field/AmountField.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import { clean, empty, type DepositFormState, type DepositValues } from './depositValues.ts'
import { Estimate } from './Estimate.tsx'
import { useLimitPrompt } from '../../app/limit/LimitPrompt.tsx'
import { Payer } from './Payer.tsx'
import { Receivers } from './Receivers.tsx'
import type { Method } from './methods.ts'
import { useDeposit, useRange, useReceivers } from './useRecharge.ts'
import css from './recharge.module.css'

const steps = {
  bank: ['转账到收款账户', '提交付款信息', '审核后到账'],
  usdt: ['绑定协议地址', '交易所划转', '完成存款'],
  amount: ['提交金额', '完成支付', '自动到账'],
} as const
const protocols = [
  { key: 'TRC20', label: 'TRC20' },
  { key: 'ERC20', label: 'ERC20' },
] as const

type Range = ReturnType<typeof useRange>

export function DepositForm({ method }: { method: Method }) {
  const [protocol, setProtocol] = useState<Protocol>('TRC20')
  const range = useRange(method, protocol)
  const coming = useReceivers(method.kind === 'bank').isLoading
  const kind = method.kind as keyof typeof steps
  const payerRules = (values: DepositValues) => (kind === 'bank' ? bankDepositRules(values) : null)
  const form = useForm({
    empty,
    clean,
    rule: values => payerRules(values) ?? depositAmountRules(values.amount, range),
  })
  const deposit = useDeposit({ method, protocol, cleared: form.clear, failed: form.refused })

  const { before, prompt } = useLimitPrompt()
  const run = (values: DepositValues) => before(() => deposit.run(values))

  return (
    <>
      <Form form={form} action={{ ...deposit, run }} className="app--action">
        <div className={`page stack ${css.form}`}>
          {kind === 'usdt' && (
            <Segment label="协议" tabs={protocols} value={protocol} onChange={setProtocol} />
          )}
          <PapersNotice />
          <Amount form={form} range={range} inUsdt={kind === 'usdt'} />
          {kind === 'bank' && <Receivers />}
          {/* The rest waits for the accounts above it, so that nothing is pushed away. */}
          {!coming && (
            <>
              {kind === 'bank' && <Payer form={form} />}
              <Refusal form={form} />
              <Card>
                <Steps steps={steps[kind]} />
              </Card>
              {kind === 'usdt' && <ProtocolWarning protocol={protocol} />}
              <ServiceAsk about="存款" />
            </>
          )}
        </div>
        <SubmitBar>立即存款</SubmitBar>
      </Form>
      {prompt}
    </>
  )
}

type AmountProps = { form: DepositFormState; range: Range; inUsdt: boolean }

const Amount = ({ form, range, inUsdt }: AmountProps) => (
  <Card>
    <AmountField
      {...form.field('amount')}
      label="存款金额"
      note={`单笔 ¥${shortFen(range.minFen)} – ¥${shortFen(range.maxFen)}`}
    />
    <div className={css.sums}>
      <QuickSums
        sums={quickSums(range)}
        value={form.values.amount}
        onChoose={value => form.set({ amount: value })}
      />
    </div>
    {inUsdt && <Estimate fen={typedFen(form.values.amount)} />}
  </Card>
)

const ProtocolWarning = ({ protocol }: { protocol: Protocol }) => (
  <Alert kind="red">
    请使用 <b>{protocol}</b> 协议付款。协议选择错误，资产将无法找回。
    <a className={css.differ} href={href('/usdtmore')}>
      协议区别
    </a>
  </Alert>
)
