import { type CardBinding, bankBindRules } from '@tianping/contract/cards/rules'
import { bankOfNumber } from '@tianping/contract/cards/bins'
import { PAY_PASSWORD_MAX } from '@tianping/contract/rule'
import { useEffect } from 'react'
import { useUser } from '../../app/account.ts'
import { useAnswer } from '../../app/calls.ts'
import { Form, SubmitBar } from '../../app/form/Form.tsx'
import { Refusal } from '../../app/form/Refusal.tsx'
import { useForm, type FormState } from '../../app/form/useForm.ts'
import { href } from '../../app/routes/paths.ts'
import { BankField } from '../../app/wallet/BankField.tsx'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { PasswordField, TextField } from '../../ui/field/Field.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { useAddBankCard } from './useAddBankCard.ts'
import css from './addBankCard.module.css'

const empty: CardBinding = {
  bank_owner: '',
  bank: '',
  bank_no: '',
  bank_address: '',
  pay_pass: '',
}

/** The values as they are sent; a member whose real name is known holds the card. */
const cleanFor =
  (realName: string) =>
  ({ bank, bank_owner, bank_no, bank_address, pay_pass }: CardBinding) => ({
    bank,
    bank_owner: realName || bank_owner.trim(),
    bank_no: bank_no.replace(/\s/g, ''),
    bank_address: bank_address.trim(),
    pay_pass,
  })

export default function AddBankCardPage() {
  const realName = useUser()?.realname ?? ''
  const form = useForm({
    empty,
    clean: cleanFor(realName),
    rule: bankBindRules,
    ofRule: { pay_password: 'pay_pass' },
    draft: { name: 'addBankCard', typed: ['bank_owner', 'bank_no', 'bank_address'] },
  })
  const bind = useAddBankCard({ failed: form.refused, bound: form.clear })
  const tooLong = form.values.pay_pass.length > PAY_PASSWORD_MAX

  return (
    <Form form={form} action={bind} className="app--action">
      <main className="page stack">
        <Account form={form} realName={realName} />
        {form.errorAt('pay_pass') !== null && tooLong && <TooLong />}
        <Refusal form={form} />
        <Alert kind="blue" icon="shield">
          绑定后仅显示账号后四位，取款只会汇入您本人的账户。
        </Alert>
        <ServiceAsk about="绑定" />
      </main>
      <SubmitBar>确认添加</SubmitBar>
    </Form>
  )
}

/** Whose account it is and where, and the payment password that allows the binding. */
const Account = ({ form, realName }: HolderProps) => (
  <Card className={css.form}>
    <Holder form={form} realName={realName} />
    <BankField
      {...form.field('bank')}
      label="取款方式"
      title="选择银行/机构"
      placeholder="请选择银行/机构"
    />
    <AccountNumber form={form} />
    <TextField
      {...form.field('bank_address')}
      label="手机号码"
      placeholder="请输入您本人的手机号码"
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      maxLength={20}
    />
    <PasswordField
      {...form.field('pay_pass')}
      icon={null}
      label="支付密码"
      placeholder="请输入支付密码"
      autoComplete="off"
      maxLength={32}
    />
  </Card>
)

/** A card's number names its bank, which is filled in while none is chosen. */
function AccountNumber({ form }: { form: FormState<CardBinding> }) {
  const banks = useAnswer('POST /api/banklist', {})
  const { bank, bank_no } = form.values
  const known = bankOfNumber(bank_no, banks.data?.map(({ bank_name }) => bank_name) ?? [])
  // The banks may come after the number, as they do after one that was kept.
  const found = bank === '' ? known : null
  useEffect(() => {
    if (found) form.set({ bank: found })
  }, [form, found])
  return (
    <TextField
      {...form.field('bank_no')}
      inGroups
      label="账户号码"
      placeholder="请输入卡号或支付宝账号"
      autoComplete="off"
      maxLength={40}
      note={known && known === bank ? `已按卡号识别为${known}，可以更改` : undefined}
    />
  )
}

type HolderProps = {
  form: FormState<CardBinding>
  /** The member's real name; empty until it is known. */
  realName: string
}

/** The server binds the member's own accounts only: a known name is shown and stays as it is. */
function Holder({ form, realName }: HolderProps) {
  const { value, ...field } = form.field('bank_owner')
  return (
    <TextField
      {...field}
      value={realName || value}
      readOnly={realName !== ''}
      end={realName !== '' && <Locked />}
      label="持卡人姓名"
      placeholder="请输入姓名"
      autoComplete="name"
      maxLength={40}
      note={
        <>
          姓名须与账户户名一致，以便快速到账
          <br />
          仅支持绑定本人名下的账户
        </>
      }
    />
  )
}

const Locked = () => (
  <span className="icon-btn">
    <Icon name="lock" size={20} />
  </span>
)

/** Payment passwords set before the limit of 18 may be longer: the way to a shorter one. */
const TooLong = () => (
  <Alert>
    您的支付密码超过 {PAY_PASSWORD_MAX} 位，请先修改支付密码再绑定。
    <a className="b" href={href('/password', { type: '2' })}>
      去修改
    </a>
  </Alert>
)
