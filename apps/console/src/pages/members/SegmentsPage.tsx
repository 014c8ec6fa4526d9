import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import { useMessage } from '../../ui/above.ts'
import { Unloaded } from '../shared/Unloaded.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import { SegmentDialog, emptySegment, type SegmentForm } from './SegmentDialog.tsx'
import { conditionText, type Segment, type Tags } from './segmentWords.ts'
import { lossText, usesText } from './uses.ts'

const name = 'POST /api/console/segments/all'
const tagsCall = 'POST /api/console/tags/all'

const columnsOf = (tags: Tags): Columns<Segment> => [
  { title: '人群', key: 'name', render: (_, row) => <b>{row.name}</b> },
  {
    title: '条件（须全部符合）',
    key: 'conditions',
    render: (_, row) => row.conditions.map(each => conditionText(each, tags)).join('，'),
  },
  { title: '用于', key: 'uses', render: (_, row) => usesText(row.uses) || '—' },
  { title: '说明', key: 'note', render: (_, row) => row.note || '—' },
  {
    title: '保存',
    key: 'by',
    fields: ['created_by', 'created_at'],
    render: (_, row) => `${row.created_by} ${row.created_at}`,
  },
]

type Edited = { segmentId: number; initial: SegmentForm; loss: string }

const actionsOf = (open: (what: Edited) => void): Columns<Segment>[number] => ({
  title: '',
  key: 'actions',
  align: 'right',
  render: (_, row) => (
    <>
      <Button
        size="small"
        href={href('/site', { tab: 'messages', segment: row.segment_id })}
        style={{ marginInlineEnd: 8 }}
      >
        写站内信
      </Button>
      <Button
        size="small"
        onClick={() => open({ segmentId: row.segment_id, initial: row, loss: lossText(row.uses) })}
        style={{ marginInlineEnd: 8 }}
      >
        修改
      </Button>
      <Retire segment={row} />
    </>
  ),
})

function useSaving(onSaved: () => void) {
  const cache = useQueryClient()
  const message = useMessage()
  return useAction({
    mutationFn: ({ segmentId, form }: { segmentId: number; form: SegmentForm }) =>
      callOnce('POST /api/console/segments/save', { segment_id: segmentId, ...form }),
    meta: { inPlace: true },
    onSuccess: () => {
      onSaved()
      void message.success('已保存')
    },
    onSettled: () => cache.invalidateQueries({ queryKey: [name] }),
  })
}

/** Groups of members by what they do; messages are sent to them. */
export default function SegmentsPage() {
  const { may } = useOperator()
  const segments = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  const tags = useQuery({
    queryKey: [tagsCall],
    queryFn: ({ signal }) => call(tagsCall, {}, signal),
  })
  const [edited, edit] = useState<Edited | null>(null)
  const saving = useSaving(() => edit(null))
  const open = (what: Edited) => {
    saving.reset()
    edit(what)
  }
  const columns = columnsOf(tags.data ?? [])
  return (
    <Room
      title={<MemberTabs current="segments" />}
      tools={
        <>
          <span style={{ flex: 1 }} />
          {may('message.send') && (
            <Button
              type="primary"
              onClick={() => open({ segmentId: 0, initial: emptySegment, loss: '' })}
            >
              新增人群
            </Button>
          )}
          <Refresh busy={segments.isFetching} onClick={() => void segments.refetch()} />
        </>
      }
    >
      <Card flush>
        {segments.data ? (
          <Table<Segment>
            aria-label="人群"
            size="small"
            columns={may('message.send') ? [...columns, actionsOf(open)] : columns}
            dataSource={segments.data}
            rowKey={row => row.segment_id}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: '还没有人群' }}
          />
        ) : (
          <Unloaded query={segments} />
        )}
      </Card>
      {edited && (
        <SegmentDialog
          title={edited.segmentId ? '修改人群' : '新增人群'}
          initial={edited.initial}
          loss={edited.loss}
          tags={tags.data ?? []}
          busy={saving.isPending}
          error={saving.error}
          onSave={({ name: called, note, conditions }) =>
            saving.mutate({ segmentId: edited.segmentId, form: { name: called, note, conditions } })
          }
          onClose={() => edit(null)}
        />
      )}
    </Room>
  )
}

const Retire = ({ segment }: { segment: Segment }) => (
  <ActionDialog
    size="small"
    draft={`segment/${segment.segment_id}/retire`}
    decision={{
      title: '停用人群',
      sentence: `「${segment.name}」不能再选择；等待审批的群发将无法发出。${lossText(segment.uses)}`,
      confirm: '确认停用',
      required: '审计',
    }}
    action={remark =>
      callOnce('POST /api/console/segments/retire', { segment_id: segment.segment_id, remark })
    }
    done="已停用"
    stale={[name]}
  >
    停用
  </ActionDialog>
)
