import type { Protocol } from '@tianping/contract/payments'
import {
  bankDepositRules,
  depositAmountRules,
  receiverRules,
} from '@tianping/contract/cashier/rules'
import { shortFen } from '@tianping/money'
import { useState } from 'react'
import { PapersNotice } from '../../app/due/PapersNotice.tsx'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { ReceiptField } from '../../app/receipt/ReceiptField.tsx'
import { href } from '../../app/routes/paths.ts'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { quickSums, typedFen } from '../../app/wallet/money.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Alert, Card, Steps } from '../../ui/Card.tsx'
import { AmountField, QuickSums } from '../../ui/field/AmountField.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import {
  cleanWith,
  depositDraft,
  empty,
  type DepositFormState,
  type DepositValues,
} from './depositValues.ts'
import { Estimate } from './Estimate.tsx'
import { useLimitPrompt } from '../../app/limit/LimitPrompt.tsx'
import { MethodGrid } from './MethodGrid.tsx'
import { Payer } from './Payer.tsx'
import { Receivers } from './Receivers.tsx'
import type { Kind, Method, Offer, Options } from './methods.ts'
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

const typedOf = ['amount', 'bank_owner', 'bank_no'] as const

type Range = ReturnType<typeof useRange>

type Props = {
  method: Method
  offers: readonly Offer[]
  options: Options | undefined
  onChoose: (key: string) => void
}

export function DepositForm({ method, offers, options, onChoose }: Props) {
  const [protocol, setProtocol] = useState<Protocol>('TRC20')
  const [receipt, setReceipt] = useState<Blob | null>(null)
  /** What was typed before another method was chosen: one touch brings it back. */
  const [before, setBefore] = useState('')
  const range = useRange(method, protocol)
  const { rule, clean, coming } = useRulesOf(method, range, options)
  const draft = { name: depositDraft + method.key, typed: typedOf }
  const form = useForm({ empty, clean, rule, draft })
  function clear() {
    form.clear()
    setReceipt(null)
  }
  const deposit = useDeposit({ method, protocol, receipt, cleared: clear, failed: form.refused })
  const { before: asked, prompt } = useLimitPrompt()
  const run = (values: DepositValues) => void asked(() => deposit.run(values))
  // Another method is another form: what was typed is gone (P2-4-22).
  function choose(key: string) {
    if (key === method.key) return
    if (form.values.amount !== '') setBefore(form.values.amount)
    clear()
    setProtocol('TRC20')
    onChoose(key)
  }
  const byHand = method.kind === 'manual'

  return (
    <>
      <Form form={form} action={{ ...deposit, run }} className="app--action">
        <div className={`page stack ${css.form}`}>
          {!byHand && (
            <Amount form={form} range={range} before={before} inUsdt={method.kind === 'usdt'} />
          )}
          <Ways {...{ method, offers, options, form }} onChoose={choose} />
          {method.kind === 'usdt' && (
            <Segment label="协议" tabs={protocols} value={protocol} onChange={setProtocol} />
          )}
          {!byHand && <PapersNotice />}
          {method.kind === 'bank' && (
            <ByBank {...{ form, options, coming, receipt }} onReceipt={setReceipt} />
          )}
          {byHand ? <Manual /> : <Refusal form={form} />}
          {!coming && <Next kind={method.kind} protocol={protocol} />}
        </div>
        {!byHand && <SubmitBar>立即存款</SubmitBar>}
      </Form>
      {prompt}
    </>
  )
}

type ByBankProps = {
  form: DepositFormState
  options: Options | undefined
  /** The accounts are on their way: the rest waits, so that nothing is pushed away. */
  coming: boolean
  receipt: Blob | null
  onReceipt: (picture: Blob | null) => void
}

const ByBank = ({ form, options, coming, receipt, onReceipt }: ByBankProps) => (
  <>
    <Receivers form={form} fen={typedFen(form.values.amount)} note={options?.note ?? ''} />
    {!coming && (
      <>
        <Payer form={form} cards={options?.cards ?? []} />
        <Card label="付款凭证">
          <ReceiptField
            picture={receipt}
            note="选填。转账截图有助于更快到账"
            onChoose={onReceipt}
            onRemove={() => onReceipt(null)}
          />
        </Card>
      </>
    )}
  </>
)

/** What happens after the form, and the way to somebody who helps. */
const Next = ({ kind, protocol }: { kind: Kind; protocol: Protocol }) => (
  <>
    {kind !== 'manual' && (
      <Card>
        <Steps steps={steps[kind]} />
      </Card>
    )}
    {kind === 'usdt' && <ProtocolWarning protocol={protocol} />}
    <ServiceAsk about="存款" />
  </>
)

/** The rules of a method in the documents' order, then which account was paid. */
function useRulesOf({ kind }: Method, range: Range, options: Options | undefined) {
  const accounts = useReceivers(kind === 'bank')
  const payerRules = (values: DepositValues) =>
    kind === 'bank'
      ? bankDepositRules({ ...values, bank_address: values.bank_address ?? '' })
      : null
  const paidRules = (values: DepositValues) =>
    kind === 'bank' ? receiverRules(values, accounts.data?.length ?? 0) : null
  const only = accounts.data?.length === 1 ? (accounts.data[0]?.id ?? null) : null
  const ready = cleanWith(options?.cards ?? [])
  return {
    coming: accounts.isLoading,
    clean: (values: DepositValues) => {
      const cleaned = ready(values)
      return { ...cleaned, receiver: cleaned.receiver ?? only }
    },
    rule: (values: DepositValues) =>
      payerRules(values) ?? depositAmountRules(values.amount, range) ?? paidRules(values),
  }
}

type WaysProps = Props & { form: DepositFormState }

/** The grid of methods, and a short way to the one that was used last. */
function Ways({ method, offers, options, form, onChoose }: WaysProps) {
  const last = offers.find(({ key, closed }) => key === options?.last && !closed)
  return (
    <div className={css.ways}>
      {last && last.key !== method.key && (
        <button type="button" className={`chip ${css.last}`} onClick={() => onChoose(last.key)}>
          上次用{last.label}，再用一次
        </button>
      )}
      <MethodGrid
        offers={offers}
        value={method.key}
        last={options?.last ?? ''}
        fen={typedFen(form.values.amount)}
        onChange={onChoose}
      />
    </div>
  )
}

type AmountProps = { form: DepositFormState; range: Range; before: string; inUsdt: boolean }

const Amount = ({ form, range, before, inUsdt }: AmountProps) => (
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
    {before !== '' && form.values.amount === '' && (
      <button
        type="button"
        className="text-btn text-btn--brand"
        onClick={() => form.set({ amount: before })}
      >
        沿用刚才的 ¥{shortFen(typedFen(before))}
      </button>
    )}
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

const Manual = () => (
  <Empty
    picture="letters"
    title="人工存款"
    next={
      <ButtonLink kind="tonal" size={44} icon="headset" href={href('/kefu')}>
        联系客服
      </ButtonLink>
    }
  >
    由客服为您提供收款方式，并人工入账
  </Empty>
)
