import {
  accountPurposes,
  expectedDeposits,
  fundsSources,
} from '@tianping/contract/verification/facts'
import { useState } from 'react'
import type { FormState } from '../../app/form/useForm.ts'
import { Card } from '../../ui/Card.tsx'
import { SelectField } from '../../ui/field/Field.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import type { Values } from './values.ts'
import css from './verificationUpload.module.css'

/** What the account is for; the second tier asks for it. */
export const AccountUse = ({ form }: { form: FormState<Values> }) => (
  <Card label="账户用途" className={css.fields}>
    <h2 className="t-17">账户用途</h2>
    <Choice label="用途" labels={accountPurposes} field={form.field('purpose')} />
    <Choice label="预计每月存款" labels={expectedDeposits} field={form.field('expected')} />
    <Choice label="资金来源" labels={fundsSources} field={form.field('funds')} />
  </Card>
)

type Props<K extends string> = {
  label: string
  labels: Record<K, string>
  field: { value: K | ''; error: string | null; onChange: (value: K) => void }
}

function Choice<K extends string>({ label, labels, field }: Props<K>) {
  const [open, setOpen] = useState(false)
  const { value, error, onChange } = field
  return (
    <>
      <SelectField
        label={label}
        placeholder="请选择"
        value={value === '' ? undefined : labels[value]}
        error={error}
        onOpen={() => setOpen(true)}
      />
      <Picker
        open={open}
        title={label}
        choices={(Object.keys(labels) as K[]).map(key => ({ key, label: labels[key] }))}
        value={value === '' ? undefined : value}
        onChoose={onChange}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
