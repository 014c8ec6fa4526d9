import { fenOf, formatFen } from '@tianping/money'
import { PLATFORM, transferRules } from '@tianping/contract/wallet/rules'
import { useState } from 'react'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm, type FormState } from '../../app/form/useForm.ts'
import { href } from '../../app/routes/paths.ts'
import { useUnknown } from '../../app/outcome/unsettled.ts'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { typedFen, typedOf } from '../../app/wallet/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { AmountField } from '../../ui/field/AmountField.tsx'
import { FieldError } from '../../ui/field/Field.tsx'
import { afterTransfer } from './estimate.ts'
import { Ends } from './Ends.tsx'
import { usePending, useTransfer, type Pending, type Wallet } from './useTransfer.ts'
import css from './transfer.module.css'

const empty = { sourcetype: PLATFORM as string, targettype: '', amount: '' }
type Values = typeof empty
type Route = { source: Wallet; target: Wallet | undefined }

/** The platform wallet and those of the venues, between which the member moves money by hand. */
type Props = { platform: Wallet; venues: readonly Wallet[] }

export function Manual({ platform, venues }: Props) {
  const [pending, setPending] = useState<Pending>()
  const wallets = [platform, ...venues]
  // The default target is the first venue, once its name is known (P2-2.15-07).
  const routed = (values: Values): Values => ({
    ...values,
    targettype: values.targettype || (venues[0]?.platname ?? ''),
  })
  const form = useForm<Values>({
    empty,
    clean: values => ({ ...routed(values), amount: values.amount.replace(/\.$/, '') }),
    rule: transferRules,
    ofRule: { balance: 'amount' },
    draft: { name: 'transfer', typed: ['amount'] },
  })
  const transfer = useTransfer({
    failed: form.refused,
    moved: unconfirmed => {
      form.set({ amount: '' })
      setPending(unconfirmed)
    },
  })
  usePending(pending, () => setPending(undefined))
  const { sourcetype, targettype } = routed(form.values)
  const route: Route = {
    source: wallets.find(({ platname }) => platname === sourcetype) ?? platform,
    target: wallets.find(({ platname }) => platname === targettype),
  }
  const error = form.errorAt('targettype')
  const fen = typedFen(form.values.amount)

  return (
    <Form form={form} action={transfer} disabled={!route.target} className="app--action">
      <div className={`page stack ${css.manual}`}>
        {pending && <Unconfirmed pending={pending} />}
        <Card>
          <Ends
            wallets={wallets}
            {...route}
            bad={error !== null}
            onChoose={ends => form.set({ targettype, ...ends })}
          />
          {error === null ? (
            <p className={`note ${css.ends}`}>场馆内钱包不支持互转</p>
          ) : (
            <FieldError text={error} />
          )}
          <Amount form={form} {...route} />
        </Card>
        <Refusal form={form} />
        <ServiceAsk about="转账" />
      </div>
      <SubmitBar>立即转账{fen > 0n && ` ¥${formatFen(fen)}`}</SubmitBar>
    </Form>
  )
}

const Unconfirmed = ({ pending }: { pending: Pending }) => (
  <Alert>
    场馆尚未确认上一笔转账，资金已暂时冻结，确认后自动到账或退回，不会丢失。
    <a className="b" href={href('/transRecord', { type: pending.type })}>
      查看记录
    </a>
  </Alert>
)

const Amount = ({ form, source, target }: Route & { form: FormState<Values> }) => (
  <div className={css.amount}>
    <AmountField
      {...form.field('amount')}
      label="转账金额"
      end={
        <Button
          kind="tonal"
          size={36}
          onClick={() => form.set({ amount: typedOf(fenOf(source.balance)) })}
        >
          最大金额
        </Button>
      }
      note={<Note source={source} target={target} fen={typedFen(form.values.amount)} />}
    />
  </div>
)

/** What both wallets hold afterwards, how much is missing, or how much there is to move. */
function Note({ source, target, fen }: Route & { fen: bigint }) {
  // Until the last transfer is settled these balances may be old: nothing is foretold from them.
  if (useUnknown('POST /api/transfer')) return '上一笔转账确认中'
  const after = target && afterTransfer(source, target, fen)
  if (after)
    return (
      <>
        转后 {source.name} ¥{formatFen(after.source)}&ensp;{target.name} ¥{formatFen(after.target)}
      </>
    )
  const heldFen = fenOf(source.balance)
  if (fen > heldFen && fen > 0n)
    return (
      <span className="red">
        {source.name}余额不足，还差 ¥{formatFen(fen - heldFen)}
      </span>
    )
  return `${source.name}可转 ¥${formatFen(heldFen)}`
}
