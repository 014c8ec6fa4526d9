import { earliestStatementDay, statementRules } from '@tianping/contract/protection/rules'
import { beijingDay } from '@tianping/money/day'
import { useState } from 'react'
import { Form, Submit } from '../../app/form/Form.tsx'
import { useForm } from '../../app/form/useForm.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { TextField } from '../../ui/field/Field.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { presetNames, presets, spanOf, type Choice, type Span } from './useStatement.ts'
import css from './statement.module.css'

type Props = { choice: Choice; onChoose: (choice: Choice) => void; now: number }

/** Which days: three spans one tap away, and any others in a sheet. */
export function SpanChips({ choice, onChoose, now }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={`chips ${css.chips}`} role="group" aria-label="时段">
        {presetNames.map(preset => (
          <Chip
            key={preset}
            on={'preset' in choice && choice.preset === preset}
            onClick={() => onChoose({ preset })}
          >
            {presets[preset].label}
          </Chip>
        ))}
        <Chip on={'own' in choice} onClick={() => setOpen(true)}>
          <Icon name="calendar" size={16} />
          自选
        </Chip>
      </div>
      <Sheet open={open} title="自选时段" onClose={() => setOpen(false)}>
        <Days
          key={String(open)}
          first={spanOf(choice, now)}
          now={now}
          onDone={own => {
            setOpen(false)
            onChoose({ own })
          }}
        />
      </Sheet>
    </>
  )
}

function Days({ first, now, onDone }: { first: Span; now: number; onDone: (span: Span) => void }) {
  const form = useForm({ empty: first, rule: each => statementRules(each, now) })
  const bounds = { type: 'date', min: earliestStatementDay(now), max: beijingDay(now) } as const
  return (
    <Form form={form} action={{ run: onDone, busy: false }} className={css.days}>
      <TextField {...form.field('from')} {...bounds} label="开始日期" />
      <TextField {...form.field('to')} {...bounds} label="结束日期" note="可查近 12 个月" />
      <Submit>确定</Submit>
    </Form>
  )
}
