import { useQuery } from '@tanstack/react-query'
import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import { Button, Table } from 'antd'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import type { Columns } from '../../ui/Rows.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { MemberTabs } from './MemberTabs.tsx'
import { counted } from '../../ui/values/counted.ts'

const name = 'POST /api/console/tags/all'
const stale: ConsoleCallName[] = [name]
type Tag = ConsoleGiven<typeof name>[number]

const columns: Columns<Tag> = [
  { title: '标签', key: 'name', render: (_, row) => <b>{row.name}</b> },
  {
    title: '会员',
    key: 'members',
    align: 'right',
    render: (_, row) => (
      <a href={href('/members', { tag: row.tag_id })}>
        {counted(row.members)}
        {row.members >= 10_000 && '+'} 人
      </a>
    ),
  },
  { title: '说明', key: 'note', render: (_, row) => row.note || '—' },
  {
    title: '新增',
    key: 'by',
    fields: ['created_by', 'created_at'],
    render: (_, row) => `${row.created_by} ${row.created_at}`,
  },
]
const retiring: Columns<Tag>[number] = {
  title: '',
  key: 'actions',
  align: 'right',
  render: (_, row) => <Retire tag={row} />,
}
const fields: EditField[] = [
  { name: 'name', label: '名称', kind: 'text', max: 20 },
  { name: 'note', label: '说明：什么样的会员', kind: 'text', max: 200 },
]

/** The tags in use: made here, put on members in their list and on their pages. */
export default function TagsPage() {
  const { may } = useOperator()
  const tags = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  const adding = useEdited<'new'>({
    draft: () => 'tag/new',
    action: (_, v) =>
      callOnce('POST /api/console/tags/add', { name: String(v['name']), note: String(v['note']) }),
    done: '已新增',
    stale,
  })
  return (
    <Room
      title={<MemberTabs current="tags" />}
      tools={
        <>
          <span style={{ flex: 1 }} />
          {may('member.tag') && (
            <Button type="primary" onClick={() => adding.start('new')}>
              新增标签
            </Button>
          )}
          <Refresh busy={tags.isFetching} onClick={() => void tags.refetch()} />
        </>
      }
    >
      <Card flush>
        {tags.data ? (
          <Table<Tag>
            aria-label="标签"
            size="small"
            columns={may('member.tag') ? [...columns, retiring] : columns}
            dataSource={tags.data}
            rowKey={row => row.tag_id}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: '还没有标签' }}
          />
        ) : (
          <Unloaded query={tags} />
        )}
      </Card>
      {adding.form && (
        <EditDialog
          title="新增标签"
          fields={fields}
          initial={{ name: '', note: '' }}
          confirm="新增"
          {...adding.form}
        />
      )}
    </Room>
  )
}

const Retire = ({ tag }: { tag: Tag }) => (
  <ActionDialog
    size="small"
    draft={`tag/${tag.tag_id}/retire`}
    decision={{
      title: '停用标签',
      sentence: `「${tag.name}」将从 ${tag.members} 位会员上消失，也不能再按它筛选；不能撤销`,
      confirm: '确认停用',
      required: '审计',
    }}
    action={remark => callOnce('POST /api/console/tags/retire', { tag_id: tag.tag_id, remark })}
    done="已停用"
    stale={stale}
  >
    停用
  </ActionDialog>
)
