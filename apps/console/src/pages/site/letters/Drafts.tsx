import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { call, callOnce } from '../../../app/api.ts'
import { useOperator } from '../../../app/session/operator.ts'
import { ActionDialog } from '../../../parts/dialogs/ActionDialog.tsx'
import { Card } from '../../../ui/Room.tsx'
import { Long } from '../../../ui/values/Long.tsx'
import { PlainTable, type PlainColumn } from '../../shared/PlainTable.tsx'
import { draftsCall, goesTo, type Draft } from './form.ts'
import { LetterDialog } from './Write.tsx'

const columns: PlainColumn<Draft>[] = [
  { title: '标题', cell: row => <Long text={row.title} width="30ch" /> },
  goesTo,
  { title: '计划发送', cell: row => row.send_at.slice(0, 16) || '批准后立即' },
  { title: '保存', cell: row => `${row.saved_by} ${row.saved_at.slice(0, 16)}` },
]

/** Letters that somebody has begun; whoever may send goes on with them. */
export function Drafts() {
  const { may } = useOperator()
  const [opened, open] = useState<Draft | null>(null)
  const drafts = useQuery({
    queryKey: [draftsCall],
    queryFn: ({ signal }) => call(draftsCall, {}, signal),
  })
  if (!drafts.data || drafts.data.length === 0) return null
  const ways: PlainColumn<Draft> = {
    title: '',
    cell: row => (
      <span style={{ display: 'flex', justifyContent: 'flex-end', gap: 8 }}>
        <Button size="small" onClick={() => open(row)}>
          继续写
        </Button>
        <Remove draft={row} />
      </span>
    ),
  }
  return (
    <Card title="草稿">
      <PlainTable
        label="草稿"
        columns={may('message.send') ? [...columns, ways] : columns}
        rows={drafts.data}
        rowKey={row => row.draft_id}
      />
      {opened && <LetterDialog draft={opened} segment="" onClose={() => open(null)} />}
    </Card>
  )
}

const Remove = ({ draft }: { draft: Draft }) => (
  <ActionDialog
    size="small"
    danger
    draft={`message/draft/${draft.draft_id}/remove`}
    decision={{
      title: '删除草稿',
      sentence: `将删除草稿“${draft.title}”，不能恢复`,
      confirm: '确认删除',
      wordless: true,
    }}
    action={() => callOnce('POST /api/console/letters/remove', { draft_id: draft.draft_id })}
    done="已删除"
    stale={[draftsCall]}
  >
    删除
  </ActionDialog>
)
