import {
  asksIdentity,
  LAST_TIER,
  type Paper,
  type Wanted,
} from '@tianping/contract/verification/facts'
import type { FormState } from '../../app/form/useForm.ts'
import { Card } from '../../ui/Card.tsx'
import { TextField } from '../../ui/field/Field.tsx'
import type { Values } from './values.ts'
import css from './verificationUpload.module.css'

type Props = { form: FormState<Values>; wanted: Wanted; paper: Paper; today: string }

/** What the member states, which is compared with the documents. */
export const Stated = ({ form, wanted, paper, today }: Props) => (
  <Card label="核对信息" className={css.fields}>
    <h2 className="t-17">核对信息</h2>
    {asksIdentity(wanted) && <Identity form={form} paper={paper} today={today} />}
    {wanted.tier === LAST_TIER && (
      <TextField
        {...form.field('address')}
        label="住址"
        autoComplete="street-address"
        maxLength={120}
        placeholder="与住址证明一致"
      />
    )}
  </Card>
)

const Identity = ({ form, paper, today }: Omit<Props, 'wanted'>) => (
  <>
    <TextField
      {...form.field('name')}
      label="证件姓名"
      autoComplete="name"
      maxLength={32}
      placeholder="与证件一致"
    />
    <TextField
      {...form.field('number')}
      label="证件号码"
      autoComplete="off"
      maxLength={22}
      placeholder={paper === 'id_card' ? '18 位身份证号码' : '护照号码'}
    />
    {paper === 'passport' && (
      <TextField
        {...form.field('birthday')}
        label="出生日期"
        type="date"
        autoComplete="bday"
        max={today}
      />
    )}
    <TextField
      {...form.field('expires')}
      label="证件有效期至"
      type="date"
      min={today}
      note="长期有效的证件留空"
    />
  </>
)
