import { useState } from 'react'
import { EmptyChoice } from '../../app/EmptyChoice.tsx'
import { Card } from '../../ui/Card.tsx'
import { SelectField, TextField } from '../../ui/field/Field.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import type { DepositFormState, DepositValues } from './depositValues.ts'
import { useBanks } from './useRecharge.ts'
import css from './recharge.module.css'

/** Who pays and from where, for a bank transfer. */
export function Payer({ form }: { form: DepositFormState }) {
  const [choosing, setChoosing] = useState(false)
  const banks = useBanks()
  const field = (name: keyof DepositValues) => ({
    value: form.values[name],
    onChange: (value: string) => form.set({ [name]: value }),
    error: form.errorAt(name),
    maxLength: 40,
  })
  const { bank } = form.values
  return (
    <Card className={css.payer}>
      <h2 className="t-15">付款信息</h2>
      <TextField
        {...field('bank_owner')}
        label="存款人姓名"
        placeholder="请输入存款人姓名"
        autoComplete="name"
        note="为及时到账，请务必输入正确的存款人姓名"
      />
      <SelectField
        label="银行/机构类型"
        value={bank || undefined}
        placeholder="请选择银行/机构类型"
        error={form.errorAt('bank')}
        onOpen={() => setChoosing(true)}
      />
      <TextField
        {...field('bank_no')}
        label="账户号码"
        placeholder="请输入账户号码"
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        {...field('bank_address')}
        label="开户行地址"
        placeholder="请输入开户行地址"
        autoComplete="off"
        maxLength={80}
      />
      <Picker
        open={choosing}
        title="银行/机构类型"
        choices={(banks.data ?? []).map(({ bank_name }) => ({ key: bank_name, label: bank_name }))}
        value={bank || undefined}
        onChoose={key => form.set({ bank: key })}
        onClose={() => setChoosing(false)}
        empty={<EmptyChoice of={banks} />}
      />
    </Card>
  )
}
