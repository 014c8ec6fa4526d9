import { useQueryClient } from '@tanstack/react-query'
import { incidentKinds, type IncidentKind } from '@tianping/contract/compliance/facts'
import { beijing } from '@tianping/money/day'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { go } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useMessage } from '../../ui/above.ts'
import { staleIncidents } from './facts.ts'

const draft = 'incident/open'
export const toldFields: EditField[] = [
  { name: 'title', label: '标题', kind: 'text', max: 80 },
  { name: 'description', label: '发生了什么', kind: 'long', max: 2_000, rows: 4 },
  { name: 'measures', label: '采取的措施', kind: 'long', max: 2_000, rows: 3 },
  { name: 'ended_at', label: '结束时间（未结束留空）', kind: 'moment' },
  { name: 'affected', label: '影响人数', kind: 'number' },
  { name: 'high_risk', label: '对会员有高风险', kind: 'switch' },
]
const fields: EditField[] = [
  {
    name: 'kind',
    label: '类别',
    kind: 'choice',
    options: Object.entries(incidentKinds).map(([value, label]) => ({ value, label })),
  },
  { name: 'found_at', label: '发现时间', kind: 'moment' },
  { name: 'began_at', label: '开始时间（同发现时间可留空）', kind: 'moment' },
  { name: 'member', label: '涉及的会员（名称或 ID，没有则留空）', kind: 'text', max: 32 },
  ...toldFields,
]

export const toldOf = (v: EditValues) => ({
  title: String(v['title']),
  description: String(v['description']),
  measures: String(v['measures']),
  ended_at: String(v['ended_at']),
  affected: Number(v['affected']),
  high_risk: v['high_risk'] === 1,
})

/** Writes down something that happened. */
export function OpenIncident() {
  const [open, setOpen] = useState(false)
  const cache = useQueryClient()
  const message = useMessage()
  const opening = useAction({
    mutationFn: (v: EditValues) =>
      callOnce('POST /api/console/incidents/open', {
        kind: v['kind'] as IncidentKind,
        found_at: String(v['found_at']),
        began_at: String(v['began_at']),
        member: String(v['member']),
        ...toldOf(v),
      }),
    meta: { inPlace: true },
    onSuccess: ({ incident_id }) => {
      writeDraft(draft, '')
      setOpen(false)
      void message.success('已开立')
      go(`/compliance/incidents/${incident_id}`)
    },
    onSettled: () =>
      Promise.all(staleIncidents.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
  return (
    <>
      <Button
        type="primary"
        onClick={() => {
          opening.reset()
          setOpen(true)
        }}
      >
        开立事件
      </Button>
      {open && (
        <EditDialog
          title="开立事件"
          draft={draft}
          fields={fields}
          initial={{
            kind: 'outage',
            found_at: beijing(Date.now()).slice(0, 16),
            began_at: '',
            member: '',
            title: '',
            description: '',
            measures: '',
            ended_at: '',
            affected: 0,
            high_risk: 0,
          }}
          sentence={() => '类别与发现时间开立后不能更改；报告期限按规则“合规”计算。'}
          confirm="开立"
          busy={opening.isPending}
          error={opening.error}
          onSave={opening.mutate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
