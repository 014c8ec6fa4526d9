import { useState } from 'react'
import { SelectField } from '../../ui/field/Field.tsx'
import { Picker } from '../../ui/field/Picker.tsx'
import { EmptyChoice } from '../EmptyChoice.tsx'
import { BankMark } from './BankMark.tsx'
import { useAnswer } from '../calls.ts'

type Props = {
  label: string
  title: string
  placeholder: string
  /** The bank chosen; empty while none is. */
  value: string
  onChange: (bank: string) => void
  error: string | null
}

/** The bank or institution of an account, chosen from a sheet. */
export function BankField({ label, title, placeholder, value, onChange, error }: Props) {
  const [choosing, setChoosing] = useState(false)
  const banks = useAnswer('POST /api/banklist', {})
  const chosen = value || undefined
  return (
    <>
      <SelectField
        label={label}
        value={chosen}
        placeholder={placeholder}
        error={error}
        onOpen={() => setChoosing(true)}
      />
      <Picker
        open={choosing}
        title={title}
        choices={(banks.data ?? []).map(({ bank_name }) => ({
          key: bank_name,
          label: bank_name,
          mark: <BankMark bank={bank_name} />,
        }))}
        value={chosen}
        onChoose={onChange}
        onClose={() => setChoosing(false)}
        empty={<EmptyChoice of={banks} />}
      />
    </>
  )
}
