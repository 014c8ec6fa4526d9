import { isTime, type LimitKind } from '@tianping/contract/protection/facts'
import { limitRules } from '@tianping/contract/protection/rules'
import { useAction } from '../../app/calls.ts'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { useForm } from '../../app/form/useForm.ts'
import {
  momentText,
  nameOf,
  protectionCall,
  sizeText,
  spanName,
  type Limit,
} from '../../app/protection.ts'
import { Alert, Card } from '../../ui/Card.tsx'
import { AmountField, QuickSums } from '../../ui/field/AmountField.tsx'
import { TextField } from '../../ui/field/Field.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { clean, typedSize, type Values } from './typedSize.ts'
import css from './limit.module.css'

const sums = ['300', '500', '1000', '2000', '5000']
const hours = ['30', '60', '120', '180', '300']

const quick = (kind: LimitKind) =>
  (isTime(kind) ? hours : sums).map(value => ({
    value,
    label: isTime(kind) ? sizeText(kind, Number(value)) : value,
  }))

/** What the typed limit does, before it is sent. */
function effectOf({ kind, own, used }: Limit, next: number | null): string {
  if (next === null) return ''
  if (own !== null && next > own) return '24 小时后由您确认，确认前限额不变'
  return `立即生效，本期还剩 ${sizeText(kind, Math.max(0, next - used))}`
}

/** What counts beside the member's own limit. */
function Ceilings({ limit: { kind, operator, amount, shared } }: { limit: Limit }) {
  return (
    <>
      {operator !== null && (
        <Alert kind="blue">平台为您设的上限为 {sizeText(kind, operator)}，两者取低者。</Alert>
      )}
      {shared && amount !== null && (
        <Alert kind="blue">
          您的另一账户设有 {sizeText(kind, amount)} 的限额，两个账户合并计算，取低者。
        </Alert>
      )}
    </>
  )
}

/** A new limit: a lower one counts at once, a higher one or none after a day. */
export function LimitForm({ limit }: { limit: Limit }) {
  const { kind, own, resets_at } = limit
  const form = useForm({
    empty: { amount: '' },
    clean,
    rule: values => limitRules({ kind, ...values }),
  })
  const save = useAction('POST /api/protection/limit', {
    stale: [protectionCall],
    done: ({ message }) => {
      form.clear()
      toast(message)
    },
    failed: form.refused,
  })
  const { amount } = form.values
  const size = typedSize(kind, form.values)
  const send = {
    busy: save.busy,
    run: (values: Values) => {
      if (values.amount === '') form.show({ field: 'amount', text: '请输入限额' })
      else save.run({ kind, ...values })
    },
  }
  const label = `新的${spanName(kind)}${nameOf(kind)}限额`
  const aside = own === null ? '尚未设置' : `现在 ${sizeText(kind, own)}`
  return (
    <Form form={form} action={send}>
      <div className="page stack">
        <Card>
          {isTime(kind) ? (
            <TextField
              {...form.field('amount')}
              label={`${label}（分钟）`}
              aside={aside}
              inputMode="numeric"
              maxLength={5}
              placeholder="60"
            />
          ) : (
            <AmountField {...form.field('amount')} label={label} aside={aside} />
          )}
          <div className={css.quick}>
            <QuickSums
              sums={quick(kind)}
              value={amount}
              onChoose={value => form.set({ amount: value })}
            />
          </div>
          <p className="t-13 muted">{effectOf(limit, size)}</p>
        </Card>
        <Ceilings limit={limit} />
        <Alert kind="blue">
          本期到 {momentText(resets_at)} 重新计算。调低当时生效；调高或取消要等 24
          小时，再由您确认。保存更低的限额会撤销待生效的调高。
        </Alert>
        {own !== null && <NoLimit busy={save.busy} onAsk={() => save.run({ kind, amount: '' })} />}
      </div>
      <SubmitBar>保存限额{size !== null && ` ${sizeText(kind, size)}`}</SubmitBar>
    </Form>
  )
}

const NoLimit = ({ busy, onAsk }: { busy: boolean; onAsk: () => void }) => (
  <button type="button" className={`text-btn ${css.none}`} disabled={busy} onClick={onAsk}>
    申请取消这项限额
  </button>
)
