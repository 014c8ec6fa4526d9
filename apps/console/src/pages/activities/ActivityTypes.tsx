import type { Columns } from '../../ui/Rows.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Button, Table } from 'antd'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useContent } from '../../parts/dialogs/useContent.ts'
import { Card } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { Visibility } from './Visibility.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'

const name = 'POST /api/console/activity-types/list'
type Type = ConsoleGiven<typeof name>[number]

const columns: Columns<Type> = [
  { ...columnOf('name'), render: (_, row) => <b>{row.name}</b> },
  { title: '活动数', key: 'activities', align: 'right', render: (_, row) => row.activities },
  { title: '顺序', key: 'rank', align: 'right', render: (_, row) => row.rank },
  { title: '状态', key: 'enabled', render: (_, row) => <Visibility enabled={row.enabled} /> },
]
const fields: EditField[] = [
  { name: 'name', label: '名称', kind: 'text', max: 10 },
  { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
  { name: 'enabled', label: '显示', kind: 'switch' },
]
const blank: Type = { id: 0, seen: '', name: '', rank: 0, enabled: true, activities: 0 }

const draftOf = (row: Type) => `activity-type/${row.id}/${row.seen}`
const save = ({ id, seen }: Type, v: EditValues) =>
  callOnce('POST /api/console/activity-types/save', {
    id,
    seen,
    name: String(v['name']),
    rank: Number(v['rank']),
    enabled: v['enabled'] === 1 ? 1 : 0,
  })

/** The types that activities are grouped by. */
export function ActivityTypes() {
  const { may } = useOperator()
  const types = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  const { editing, edit, form } = useContent<Type>(name, save, draftOf)
  if (!types.data) return <Unloaded query={types} />
  const actions: Columns<Type>[number] = {
    title: '',
    key: 'actions',
    align: 'right',
    render: (_, row) =>
      may('activity.write') && (
        <Button size="small" onClick={() => edit(row)}>
          修改
        </Button>
      ),
  }
  return (
    <Card
      title="活动分类"
      extra={
        may('activity.write') && (
          <Button type="primary" onClick={() => edit(blank)}>
            新增分类
          </Button>
        )
      }
      flush
    >
      <Table<Type>
        aria-label="活动分类"
        size="small"
        columns={[...columns, actions]}
        dataSource={types.data}
        rowKey={row => row.id}
        pagination={false}
      />
      {editing && form && <TypeDialog type={editing} form={form} />}
    </Card>
  )
}

type Form = NonNullable<ReturnType<typeof useContent<Type>>['form']>

function TypeDialog({ type, form }: { type: Type; form: Form }) {
  return (
    <EditDialog
      title={type.id ? '修改分类' : '新增分类'}
      fields={fields}
      initial={{ name: type.name, rank: type.rank, enabled: type.enabled ? 1 : 0 }}
      sentence={v =>
        type.id && v['enabled'] !== 1
          ? `隐藏后，该分类的 ${type.activities} 个活动不再显示`
          : '会员端将立即更新'
      }
      confirm="保存并生效"
      {...form}
    />
  )
}
