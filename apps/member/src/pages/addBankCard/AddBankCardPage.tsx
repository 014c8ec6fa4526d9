import { PAY_PASSWORD_MAX, bankBindRules } from '@tianping/contract/rules'
import { useState } from 'react'
import { EmptyChoice } from '../../app/EmptyChoice.tsx'
import { href } from '../../app/routes/paths.ts'
import { Refusal } from '../../app/form/Refusal.tsx'
import { ServiceAsk } from '../../app/wallet/ServiceAsk.tsx'
import { useDraftForm } from '../../app/wallet/useDraftForm.ts'
import { ActionBar, Button } from '../../ui/Button.tsx'
import { Alert, Card } from '../../ui/Card.tsx'
import { PasswordField, SelectField, TextField } from '../../ui/field/Field.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import { useAddBankCard, useBanks } from './useAddBankCard.ts'
import css from './addBankCard.module.css'

const empty = { bank_owner: '', bank: '', bank_no: '', bank_address: '', pay_pass: '' }

export default function AddBankCardPage() {
  const [choosing, setChoosing] = useState(false)
  const banks = useBanks()
  const form = useDraftForm('addBankCard', empty, {
    typed: ['bank_owner', 'bank_no', 'bank_address'],
    ofRule: { pay_password: 'pay_pass' },
  })
  const bind = useAddBankCard({ failed: form.refused, bound: form.clear })
  const { bank_owner, bank, bank_no, bank_address, pay_pass } = form.values
  const card = {
    bank,
    bank_owner: bank_owner.trim(),
    bank_no: bank_no.replace(/\s/g, ''),
    bank_address: bank_address.trim(),
    pay_pass,
  }
  const field = (name: keyof typeof empty) => ({
    value: form.values[name],
    onChange: (value: string) => form.set({ [name]: value }),
    error: form.errorAt(name),
  })

  return (
    <form
      ref={form.element}
      className="app--action"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (form.passes(bankBindRules(card))) bind.run(card)
      }}
    >
      <main className="page stack">
        <Card className={css.form}>
          <TextField
            {...field('bank_owner')}
            label="持卡人姓名"
            placeholder="请输入姓名"
            autoComplete="name"
            maxLength={40}
            note="姓名须与账户户名一致，以便快速到账"
          />
          <SelectField
            label="取款方式"
            value={bank || undefined}
            placeholder="请选择银行/机构"
            error={form.errorAt('bank')}
            onOpen={() => setChoosing(true)}
          />
          <TextField
            {...field('bank_no')}
            label="账户号码"
            placeholder="请输入卡号或支付宝账号"
            autoComplete="off"
            maxLength={40}
          />
          <TextField
            {...field('bank_address')}
            label="手机号码"
            placeholder="请输入您本人的手机号码"
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            maxLength={20}
          />
          <PasswordField
            {...field('pay_pass')}
            icon={null}
            label="支付密码"
            placeholder="请输入支付密码"
            autoComplete="off"
            maxLength={32}
          />
        </Card>
        {form.errorAt('pay_pass') !== null && pay_pass.length > PAY_PASSWORD_MAX && <TooLong />}
        <Refusal form={form} />
        <Alert kind="blue" icon="shield">
          绑定后仅显示账号后四位，取款只会汇入您本人的账户。
        </Alert>
        <ServiceAsk about="绑定" />
      </main>
      <Picker
        open={choosing}
        title="选择银行/机构"
        choices={(banks.data ?? []).map(({ bank_name }) => ({ key: bank_name, label: bank_name }))}
        value={bank || undefined}
        onChoose={key => form.set({ bank: key })}
        onClose={() => setChoosing(false)}
        empty={<EmptyChoice of={banks} />}
      />
      <ActionBar>
        <Button type="submit" busy={bind.busy}>
          确认添加
        </Button>
      </ActionBar>
    </form>
  )
}

/** Payment passwords set before the limit of 18 may be longer: the way to a shorter one. */
const TooLong = () => (
  <Alert>
    您的支付密码超过 {PAY_PASSWORD_MAX} 位，请先修改支付密码再绑定。
    <a className="b" href={href('/password', { type: '2' })}>
      去修改
    </a>
  </Alert>
)
