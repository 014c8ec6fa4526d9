import { BankField } from '../../app/wallet/BankField.tsx'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/field/Field.tsx'
import type { DepositFormState } from './depositValues.ts'
import css from './recharge.module.css'

/** Who pays and from where, for a bank transfer. */
export const Payer = ({ form }: { form: DepositFormState }) => (
  <Card className={css.payer}>
    <h2 className="t-15">付款信息</h2>
    <TextField
      {...form.field('bank_owner')}
      label="存款人姓名"
      placeholder="请输入存款人姓名"
      autoComplete="name"
      maxLength={40}
      note="为及时到账，请务必输入正确的存款人姓名"
    />
    <BankField
      {...form.field('bank')}
      label="银行/机构类型"
      title="银行/机构类型"
      placeholder="请选择银行/机构类型"
    />
    <TextField
      {...form.field('bank_no')}
      label="账户号码"
      placeholder="请输入账户号码"
      inputMode="numeric"
      autoComplete="off"
      maxLength={40}
    />
    <TextField
      {...form.field('bank_address')}
      label="开户行地址"
      placeholder="请输入开户行地址"
      autoComplete="off"
      maxLength={80}
    />
  </Card>
)
