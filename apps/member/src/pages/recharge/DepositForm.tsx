import { bankDepositRules, depositAmountRules } from '@tianping/contract/rules'
import { useState } from 'react'
import { href } from '../../app/routes/paths.ts'
import { Refusal } from '../../app/form/Refusal.tsx'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { plainFen, quickSums, typedFen } from '../../app/wallet/money.ts'
import { useForm } from '../../app/form/useForm.ts'
import { AmountField, QuickSums } from '../../ui/field/AmountField.tsx'
import { ActionBar, Button } from '../../ui/Button.tsx'
import { Alert, Card, Steps } from '../../ui/Card.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import { empty } from './depositValues.ts'
import { Estimate } from './Estimate.tsx'
import { Payer } from './Payer.tsx'
import { Receivers } from './Receivers.tsx'
import { payType, type Method, type Protocol } from './methods.ts'
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

export function DepositForm({ method }: { method: Method }) {
  const [protocol, setProtocol] = useState<Protocol>('TRC20')
  const form = useForm(empty)
  const range = useRange(method, protocol)
  const coming = useReceivers(method.kind === 'bank').isLoading
  const deposit = useDeposit({ method, cleared: form.clear, failed: form.refused })
  const { amount, bank_owner, bank, bank_no, bank_address } = form.values
  const fen = typedFen(amount)
  const kind = method.kind as keyof typeof steps

  function submit() {
    const payer = {
      bank_owner: bank_owner.trim(),
      bank,
      bank_no: bank_no.replace(/\s/g, ''),
      bank_address: bank_address.trim(),
    }
    const written = amount.replace(/\.$/, '')
    const broken =
      (kind === 'bank' ? bankDepositRules(payer) : null) ?? depositAmountRules(written, range)
    if (!form.passes(broken)) return
    deposit.run({
      paytype: payType(method),
      amount: written,
      ...(kind === 'bank' ? payer : {}),
      ...(kind === 'usdt' ? { catepay: protocol } : {}),
    })
  }

  return (
    <form
      ref={form.element}
      className="app--action"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={`page stack ${css.form}`}>
        {kind === 'usdt' && (
          <Segment label="协议" tabs={protocols} value={protocol} onChange={setProtocol} />
        )}
        <Card>
          <AmountField
            label="存款金额"
            value={amount}
            onChange={value => form.set({ amount: value })}
            error={form.errorAt('amount')}
            note={`单笔 ¥${plainFen(range.minFen)} – ¥${plainFen(range.maxFen)}`}
          />
          <div className={css.sums}>
            <QuickSums
              sums={quickSums(range)}
              value={amount}
              onChoose={value => form.set({ amount: value })}
            />
          </div>
          {kind === 'usdt' && <Estimate fen={fen} />}
        </Card>
        {kind === 'bank' && <Receivers />}
        {/* The rest waits for the accounts above it, so that nothing on screen is pushed away. */}
        {!coming && (
          <>
            {kind === 'bank' && <Payer form={form} />}
            <Refusal form={form} />
            <Card>
              <Steps steps={steps[kind]} />
            </Card>
            {kind === 'usdt' && (
              <Alert kind="red">
                请使用 <b>{protocol}</b> 协议付款。协议选择错误，资产将无法找回。
                <a className={css.differ} href={href('/usdtmore')}>
                  协议区别
                </a>
              </Alert>
            )}
            <ServiceAsk about="存款" />
          </>
        )}
      </div>
      <ActionBar>
        <Button type="submit" busy={deposit.busy}>
          立即存款
        </Button>
      </ActionBar>
    </form>
  )
}
