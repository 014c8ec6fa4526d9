import { useQueryClient } from '@tanstack/react-query'
import { reportFields, type ReportField } from '@tianping/contract/cases/facts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { Card } from '../../ui/Room.tsx'
import { useMessage } from '../../ui/above.ts'
import type { Case } from './caseState.ts'
import css from './cases.module.css'

const fields = Object.keys(reportFields) as ReportField[]

/** What the report says beyond the books. What is empty is named; so is what the file will lack. */
export function ReportDraft({ item }: { item: Case }) {
  const { may } = useOperator()
  const cache = useQueryClient()
  const message = useMessage()
  const [draft, setDraft] = useState(item.draft)
  const locked = item.state !== 'open' || !may('case.work')
  const changed = fields.some(field => draft[field] !== item.draft[field])
  const save = useAction({
    mutationFn: () =>
      callOnce('POST /api/console/aml/draft/save', { case_id: item.case_id, draft }),
    meta: { inPlace: true },
    onSuccess: () => void message.success('已保存'),
    onSettled: () => cache.invalidateQueries({ queryKey: ['POST /api/console/aml/show'] }),
  })
  return (
    <Card
      title="可疑交易报告"
      extra={
        item.missing.length > 0 && (
          <span className={css.missing}>
            缺 {item.missing.length} 项：{item.missing.map(name => reportFields[name]).join('、')}
          </span>
        )
      }
    >
      <div className={css.form}>
        {fields.map(field => (
          <label key={field}>
            {reportFields[field]}
            <Input.TextArea
              autoSize={{ minRows: 1, maxRows: 6 }}
              disabled={locked}
              maxLength={field === 'reporter' ? 200 : 2000}
              value={draft[field]}
              onChange={event => setDraft({ ...draft, [field]: event.target.value })}
            />
          </label>
        ))}
        {save.error && <ActionError error={save.error} />}
        {!locked && (
          <Button loading={save.isPending} disabled={!changed} onClick={() => save.mutate()}>
            保存
          </Button>
        )}
      </div>
    </Card>
  )
}
