import { noticeAdvert } from '@tianping/contract/adverts/rules'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { Button } from 'antd'
import { callOnce } from '../../app/api.ts'
import { reasonField, statedIn, TextCheck } from '../../parts/adverts/OfferChecks.tsx'
import { unstated } from '../../parts/adverts/useAdvert.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { PhoneHome } from '../../parts/phone/PhoneHome.tsx'
import { History } from '../../parts/history/History.tsx'
import { useOperator } from '../../app/session/operator.ts'
import { useContent } from '../../parts/dialogs/useContent.ts'
import { Long } from '../../ui/values/Long.tsx'
import { Card } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Add, RowActions } from './RowActions.tsx'
import { noSchedule, scheduleFields, scheduleOf, Shown } from './schedule.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import css from './site.module.css'

const name = 'POST /api/console/notices/list'
type Notice = ConsoleRowOf<typeof name>

const columns: Columns<Notice> = [
  { ...columnOf('content'), render: (_, row) => <Long text={row.content} width="60ch" /> },
  { title: '顺序', key: 'rank', render: (_, row) => row.rank },
  { title: '状态', key: 'enabled', render: (_, row) => <Shown row={row} /> },
  { title: '创建时间', key: 'created_at', render: (_, row) => row.created_at },
]

const blank: Notice = {
  id: 0,
  seen: '',
  draft_by: '',
  content: '',
  rank: 0,
  enabled: true,
  created_at: '',
  ...noSchedule,
}
const fields: EditField[] = [
  { name: 'content', label: '内容（滚动显示在首页）', kind: 'long', max: 500 },
  { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
  { name: 'enabled', label: '显示', kind: 'switch' },
  ...scheduleFields,
  reasonField,
]

const draftOf = (row: Notice) => `notice/${row.id}/${row.seen}`
const send = ({ id, seen }: Notice, v: EditValues, draft: 0 | 1) =>
  callOnce('POST /api/console/notices/save', {
    id,
    seen,
    content: String(v['content']),
    rank: Number(v['rank']),
    enabled: v['enabled'] === 1 ? 1 : 0,
    ...scheduleOf(v),
    advert: statedIn(v),
    draft,
  })
const save = (row: Notice, v: EditValues) => send(row, v, 0)
const keep = (row: Notice, v: EditValues) => send(row, v, 1)
const initialOf = (row: Notice): EditValues => ({
  content: row.content,
  rank: row.rank,
  enabled: row.enabled ? 1 : 0,
  shows_from: row.shows_from,
  shows_until: row.shows_until,
  ...unstated,
})

export function Notices() {
  const table = useTable(name, {})
  const { editing, edit, form, remove, ...kept } = useContent<Notice>(name, save, draftOf, keep)
  const { past, look, restore } = kept
  const { may } = useOperator()
  const actions: Columns<Notice>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) => (
      <RowActions
        what="这条公告"
        edit={() => edit(row)}
        history={() => look(row)}
        draft={row.draft_by}
        remove={() =>
          remove(() => callOnce('POST /api/console/notices/remove', { id: row.id, seen: row.seen }))
        }
      />
    ),
  }
  return (
    <Card title="公告" extra={<Extra edit={() => edit(blank)} look={() => look(blank)} />} flush>
      <Rows
        table={table}
        columns={[...columns, actions]}
        rowKey={row => row.id}
        label="公告"
        empty="还没有公告"
      />
      {past && (
        <History
          of="notice"
          id={past.id}
          title={past.id === 0 ? '已删除的公告' : '公告历史'}
          restore={may('site.write') ? fields => restore(past, fields) : undefined}
          onClose={() => look(null)}
        />
      )}
      {editing && form && (
        <EditDialog
          title={editing.id ? '修改公告' : '新增公告'}
          fields={fields}
          preview={v => (
            <div className={css.preview}>
              <PhoneHome notice={String(v['content'])} />
              <TextCheck values={v} advert={noticeAdvert(String(v['content']))} kept />
            </div>
          )}
          initial={initialOf(editing)}
          confirm="保存并生效"
          {...form}
        />
      )}
    </Card>
  )
}

/** What was removed, and a new one. */
const Extra = ({ edit, look }: { edit: () => void; look: () => void }) => (
  <span className={css.actions}>
    <Button onClick={look}>已删除的公告</Button>
    <Add onClick={edit}>新增公告</Add>
  </span>
)
