import { formatFen, formatYuan } from '@tianping/contract/money'
import { withdrawRules } from '@tianping/contract/rules'
import { useState } from 'react'
import { useRules } from '../../app/account.ts'
import { href } from '../../app/routes/paths.ts'
import { Refusal } from '../../app/form/Refusal.tsx'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { fenOf, plainFen, typedFen, typedOf } from '../../app/wallet/money.ts'
import { useDraftForm } from '../../app/wallet/useDraftForm.ts'
import { AmountField } from '../../ui/field/AmountField.tsx'
import { ActionBar, Button } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { Tag } from '../../ui/Chip.tsx'
import { FieldError, PasswordField } from '../../ui/field/Field.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Received } from './Received.tsx'
import { Target } from './Target.tsx'
import { missingTurnover, useWithdraw, type Tab, type useWithdrawal } from './useWithdrawal.ts'
import css from './withdrawal.module.css'

type Props = { tab: Tab } & ReturnType<typeof useWithdrawal>
export const withdrawalDraft = 'withdrawal'
const empty = { bank: 0, amount: '', password: '' }
const ofRule = {
  pay_password: 'password',
  balance: 'amount',
  max: 'amount',
  fee: 'amount',
  card: 'bank',
  card_locked: 'bank',
} as const

export function WithdrawalForm({ tab, user, cards, missing, asking }: Props) {
  const [sent, setSent] = useState(false)
  const form = useDraftForm(withdrawalDraft, empty, { typed: ['amount'], ofRule })
  const withdraw = useWithdraw({
    failed: form.refused,
    accepted: () => {
      form.clear()
      setSent(true)
    },
  })
  const { bank, amount, password } = form.values
  const card = cards.data?.find(({ id }) => id === bank)
  const fen = typedFen(amount)
  const heldFen = fenOf(user?.balance)
  const leastFen = fenOf(useRules().withdraw_min)

  return (
    <form
      ref={form.element}
      className="app--action"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        const asked = { bank, amount: amount.replace(/\.$/, ''), password }
        if (!sent && form.passes(withdrawRules({ ...asked, tab, leastFen }))) withdraw.run(asked)
      }}
    >
      <div className={`page stack ${css.form}`}>
        <Card className={css.lead}>
          <Target
            tab={tab}
            heldFen={heldFen}
            cards={cards}
            card={card}
            bad={form.errorAt('bank') !== null}
            onChoose={id => form.set({ bank: id })}
          />
          {form.errorAt('bank') && <FieldError text={form.errorAt('bank')!} />}
          <div className={css.amount}>
            <AmountField
              label="取款金额"
              aside={<span className="t-12 faint">单笔最低 ¥{plainFen(leastFen)}</span>}
              value={amount}
              onChange={value => form.set({ amount: value })}
              error={form.errorAt('amount')}
              end={
                <Button
                  kind="tonal"
                  size={36}
                  onClick={() => form.set({ amount: typedOf(heldFen) })}
                >
                  最大金额
                </Button>
              }
              note={
                fen > heldFen && user ? (
                  <span className="red">余额不足，还差 ¥{formatFen(fen - heldFen)}</span>
                ) : undefined
              }
            />
          </div>
          <Wager missing={missing} />
        </Card>
        {asking ? <Skeleton height="116px" radius={16} /> : <Shortfall missing={missing} />}
        {!asking && <Received tab={tab} user={user} card={card} fen={fen} />}
        <Card className={asking ? css.later : undefined}>
          <PasswordField
            key={sent ? 'sent' : 'open'}
            label="支付密码"
            placeholder="请输入支付密码"
            autoComplete="off"
            maxLength={32}
            value={password}
            onChange={value => form.set({ password: value })}
            error={form.errorAt('password')}
          />
        </Card>
        <Refusal form={form}>
          <Gap text={form.errorAt('') ?? ''} missing={missingTurnover(form.refusal)} />
        </Refusal>
        <ServiceAsk about="取款" />
      </div>
      <ActionBar>
        <Button type="submit" busy={withdraw.busy} disabled={sent}>
          立即取款{fen > 0n && ` ¥${formatFen(fen)}`}
        </Button>
      </ActionBar>
    </form>
  )
}

/** Said before the member tries: with turnover missing the withdrawal will be refused. */
const Shortfall = ({ missing = 0 }: { missing: number | undefined }) =>
  missing > 0 && (
    <Alert>
      再完成 <b>¥{formatYuan(missing)}</b> 有效投注即可取款，当前提交会被拒绝。
      <a className={css.audit} href={href('/wageringAudit')}>
        查看流水稽核
      </a>
    </Alert>
  )

/**
 * The turnover still missing before money may leave, read-only, and the way to what it is made of.
 */
const Wager = ({ missing }: { missing: number | undefined }) => (
  <a className={css.wager} href={href('/wageringAudit')}>
    <span className="muted">打码量</span>
    <span>
      {missing === undefined ? (
        '—'
      ) : (
        <>
          还需 {formatYuan(missing)}{' '}
          {missing > 0 ? <Tag kind="gold">未达标</Tag> : <Tag kind="jade">已达标</Tag>}
        </>
      )}
      <span className="sr">，流水稽核</span>
      <Icon name="go" size={16} className="faint" />
    </span>
  </a>
)

/** How much turnover is missing, when the refusal names it in its data but not in its words. */
const Gap = ({ text, missing }: { text: string; missing: number | undefined }) =>
  missing !== undefined &&
  !/\d/.test(text) && (
    <>
      ：还差 <b>¥{formatYuan(missing)}</b> 有效投注
    </>
  )
