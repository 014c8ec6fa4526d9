import { formatFen } from '@tianping/money'
import type { RowOf } from '@tianping/contract'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { CopyButton, copyText } from '../../ui/CopyButton.tsx'
import { FieldError } from '../../ui/field/Field.tsx'
import { inFours } from '../../ui/field/grouped.ts'
import { Pairs } from '../../ui/List.tsx'
import { Skeleton } from '../../ui/states.tsx'
import type { DepositFormState } from './depositValues.ts'
import { useReceivers } from './useRecharge.ts'
import css from './recharge.module.css'

type Account = RowOf<'POST /api/getpaybank'>

type Line = { label: string; value: string; shown?: string }

const linesOf = ({ bank_no, bank_owner, bank_address, bank_data }: Account): Line[] => [
  { label: '收款账号', value: bank_no, shown: inFours(bank_no) },
  { label: '银行户名', value: bank_owner },
  { label: '开户行', value: bank_data.bank_name },
  { label: '银行地址', value: bank_address },
]

type Props = {
  form: DepositFormState
  /** What is paid, and what the member writes beside it. */
  fen: bigint
  note: string
}

/** The platform's accounts to pay to; every line can be copied, and the one paid is named. */
export function Receivers({ form, fen, note }: Props) {
  const receivers = useReceivers()
  const accounts = receivers.data
  if (!accounts)
    return receivers.isError ? (
      <FailedAnswer of={receivers} />
    ) : (
      <Skeleton height="244px" radius={16} />
    )
  const several = accounts.length > 1
  const error = form.errorAt('receiver')
  const chosen = several ? accounts.find(({ id }) => id === form.values.receiver) : accounts[0]
  return (
    <Card>
      <h2 className="t-15" id="receivers">
        转账到以下账户
      </h2>
      {accounts.length === 0 && <p className="note">空空如也，暂无收款账户，请联系人工客服</p>}
      {several && <p className="note">请选择您付款到的账户</p>}
      <div role={several ? 'radiogroup' : undefined} aria-labelledby="receivers">
        {accounts.map(account => (
          <div key={account.id} className={css.account}>
            {several && <Choice form={form} id={account.id} label={account.bank_data.bank_name} />}
            <Lines lines={linesOf(account)} />
          </div>
        ))}
        {several && (
          <div className={css.account}>
            <Choice form={form} id={0} label="付到了其他账户" />
          </div>
        )}
      </div>
      {error !== null && <FieldError text={error} />}
      {accounts.length > 0 && <Rest account={chosen} fen={fen} note={note} />}
    </Card>
  )
}

const Choice = ({ form, id, label }: { form: DepositFormState; id: number; label: string }) => (
  <label className={css.choice}>
    <input
      type="radio"
      name="receiver"
      checked={form.values.receiver === id}
      aria-invalid={form.errorAt('receiver') !== null ? true : undefined}
      onChange={() => form.set({ receiver: id })}
    />
    <b className="t-15">{label}</b>
  </label>
)

const Lines = ({ lines }: { lines: readonly Line[] }) => (
  <Pairs
    className={css.lines}
    pairs={lines.map(({ label, value, shown = value }) => ({
      label,
      value: (
        <>
          <b>{shown}</b>
          <CopyButton short text={value} what={label} />
        </>
      ),
    }))}
  />
)

type RestProps = { account: Account | undefined; fen: bigint; note: string }

/** What is the same for every account, and all of it at once. */
function Rest({ account, fen, note }: RestProps) {
  const sum = formatFen(fen).replaceAll(',', '')
  const lines = [
    ...(fen > 0n ? [{ label: '转账金额', value: sum, shown: `¥${formatFen(fen)}` }] : []),
    ...(note === '' ? [] : [{ label: '附言', value: note }]),
  ]
  return (
    <div className={css.account}>
      <Lines lines={lines} />
      {account && (
        <Button
          kind="tonal"
          size={44}
          block
          icon="copy"
          onClick={() =>
            void copyText(
              [...linesOf(account), ...lines]
                .map(({ label, value }) => `${label}：${value}`)
                .join('\n'),
            )
          }
        >
          一次复制全部
        </Button>
      )}
      {note !== '' && <p className="note">请填写附言。没有附言也能到账，但要人工核对。</p>}
    </div>
  )
}
