import { fenOf, formatFen, formatYuan, shortFen } from '@tianping/money'
import { withdrawRules } from '@tianping/contract/cashier/rules'
import { useState } from 'react'
import { useRules, type User } from '../../app/account.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm, type FormState } from '../../app/form/useForm.ts'
import { href } from '../../app/routes/paths.ts'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { typedFen, typedOf } from '../../app/wallet/money.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { Tag } from '../../ui/Chip.tsx'
import { AmountField } from '../../ui/field/AmountField.tsx'
import { FieldError, PasswordField } from '../../ui/field/Field.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { FactorSheet } from '../../app/factor/FactorSheet.tsx'
import { useFactor } from './useFactor.ts'
import { Received } from './Received.tsx'
import { Target } from './Target.tsx'
import {
  missingTurnover,
  presetOf,
  useWithdraw,
  type Preset,
  type Tab,
  type useWithdrawal,
} from './useWithdrawal.ts'
import css from './withdrawal.module.css'

type Props = { tab: Tab; preset: Preset } & ReturnType<typeof useWithdrawal>
export const withdrawalDraft = 'withdrawal'
const empty = { bank: 0, amount: '', password: '' }
type Values = typeof empty
const ofRule = {
  pay_password: 'password',
  balance: 'amount',
  max: 'amount',
  fee: 'amount',
  card: 'bank',
  card_locked: 'bank',
  holder: 'bank',
} as const

/** The least that goes out at once, in fen: of who leaves, whatever there is. */
function useLeast(leaves: boolean): bigint {
  const site = fenOf(useRules().withdraw_min)
  const closing = useQueryOf('/withdrawal').closing === '1'
  return closing || leaves ? 1n : site
}

export function WithdrawalForm({ tab, preset, user, cards, missing, asking, leaves }: Props) {
  const [sent, setSent] = useState(false)
  const leastFen = useLeast(leaves)
  const chosenOf = ({ bank }: Values) => bank || presetOf(preset, cards.data)
  const clean = (values: Values) => ({
    ...values,
    bank: chosenOf(values),
    amount: values.amount.replace(/\.$/, ''),
  })
  const form = useForm<Values>({
    empty,
    clean,
    rule: values => withdrawRules({ ...values, tab, leastFen }),
    ofRule,
    draft: { name: withdrawalDraft, typed: ['amount'] },
  })
  const factor = useFactor(proof => withdraw.run({ ...clean(form.values), factor: proof }))
  const withdraw = useWithdraw({
    failed: error => {
      if (!factor.refused(error)) form.refused(error)
    },
    accepted: () => {
      factor.close()
      form.clear()
      setSent(true)
    },
  })
  const card = cards.data?.find(({ id }) => id === chosenOf(form.values))
  const fen = typedFen(form.values.amount)

  return (
    <>
      <Form form={form} action={withdraw} disabled={sent} className="app--action">
        <div className={`page stack ${css.form}`}>
          <Card className={css.lead}>
            <To {...{ form, tab, cards, card }} heldFen={user && fenOf(user.balance)} />
            <Amount form={form} user={user} leastFen={leastFen} />
            <Wager missing={missing} leaves={leaves} />
          </Card>
          {asking ? (
            <Skeleton height="116px" radius={16} />
          ) : (
            <Shortfall missing={leaves ? 0 : missing} user={user} />
          )}
          {!asking && <Received tab={tab} user={user} card={card} fen={fen} />}
          <Card className={asking ? css.later : undefined}>
            <PasswordField
              {...form.field('password')}
              key={sent ? 'sent' : 'open'}
              label="支付密码"
              placeholder="请输入支付密码"
              autoComplete="off"
              maxLength={32}
            />
          </Card>
          <Refusal form={form}>
            <Gap text={form.errorAt('') ?? ''} missing={missingTurnover(form.refusal)} />
          </Refusal>
          <ServiceAsk about="取款" />
        </div>
        <SubmitBar>立即取款{fen > 0n && ` ¥${formatFen(fen)}`}</SubmitBar>
      </Form>
      <Proof busy={withdraw.busy} {...factor.sheet} />
    </>
  )
}

type ProofProps = { busy: boolean } & ReturnType<typeof useFactor>['sheet']

const Proof = ({ busy, asking, ...sheet }: ProofProps) => (
  <FactorSheet
    title="双重验证"
    lead="这笔取款须完成双重验证后提交。"
    busy={busy || asking}
    {...sheet}
  />
)

type ToProps = { form: FormState<Values> } & Omit<Parameters<typeof Target>[0], 'bad' | 'onChoose'>

function To({ form, ...target }: ToProps) {
  const error = form.errorAt('bank')
  return (
    <>
      <Target {...target} bad={error !== null} onChoose={id => form.set({ bank: id })} />
      {error !== null && <FieldError text={error} />}
    </>
  )
}

type AmountProps = { form: FormState<Values>; user: User | undefined; leastFen: bigint }

function Amount({ form, user, leastFen }: AmountProps) {
  const heldFen = fenOf(user?.balance)
  const lackingFen = typedFen(form.values.amount) - heldFen
  return (
    <div className={css.amount}>
      <AmountField
        {...form.field('amount')}
        label="取款金额"
        aside={<span className="t-12 faint">单笔最低 ¥{shortFen(leastFen)}</span>}
        end={<Most onTake={() => form.set({ amount: typedOf(heldFen) })} />}
        note={user && lackingFen > 0n ? <Lacking fen={lackingFen} /> : undefined}
      />
    </div>
  )
}

const Most = ({ onTake }: { onTake: () => void }) => (
  <Button kind="tonal" size={36} onClick={onTake}>
    最大金额
  </Button>
)

const Lacking = ({ fen }: { fen: bigint }) => (
  <span className="red">余额不足，还差 ¥{formatFen(fen)}</span>
)

type ShortfallProps = { missing: number | undefined; user: User | undefined }

/**
 * Said before the member tries: with turnover missing the withdrawal will be refused. Who is on a
 * break is not told to bet.
 */
const Shortfall = ({ missing = 0, user }: ShortfallProps) =>
  missing > 0 && (
    <Alert>
      {user?.block ? (
        <>
          还有 <b>¥{formatYuan(missing)}</b> 流水未完成，暂停期间提交会被拒绝，余额保留在您的账户。
        </>
      ) : (
        <>
          再完成 <b>¥{formatYuan(missing)}</b> 有效投注即可取款，当前提交会被拒绝。
        </>
      )}
      <a className={css.audit} href={href('/wageringAudit')}>
        查看流水稽核
      </a>
    </Alert>
  )

/**
 * The turnover still missing before money may leave, read-only, and the way to what it is made of.
 */
const Wager = ({ missing, leaves }: { missing: number | undefined; leaves: boolean }) => (
  <a className={css.wager} href={href('/wageringAudit')}>
    <span className="muted">打码量</span>
    <span>
      {missing === undefined ? (
        '—'
      ) : (
        <>
          还需 {formatYuan(missing)} <Met missing={missing} leaves={leaves} />
        </>
      )}
      <span className="sr">，流水稽核</span>
      <Icon name="go" size={16} className="faint" />
    </span>
  </a>
)

function Met({ missing, leaves }: { missing: number; leaves: boolean }) {
  if (missing > 0 && leaves) return <Tag kind="jade">不影响取款</Tag>
  return missing > 0 ? <Tag kind="gold">未达标</Tag> : <Tag kind="jade">已达标</Tag>
}

/** How much turnover is missing, when the refusal names it in its data but not in its words. */
const Gap = ({ text, missing }: { text: string; missing: number | undefined }) =>
  missing !== undefined &&
  !/\d/.test(text) && (
    <>
      ：还差 <b>¥{formatYuan(missing)}</b> 有效投注
    </>
  )
