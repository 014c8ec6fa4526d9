import { channelOwners, channelStandings } from '@tianping/contract/channels/facts'
import type { ConsoleRowOf } from '@tianping/contract/console'
import { Button, Select } from 'antd'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowDays, NarrowStates } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Copy } from '../../ui/values/Copy.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { AgentTabs } from './AgentTabs.tsx'

const list = 'POST /api/console/channels/list'
type Row = ConsoleRowOf<typeof list>

const columns: Columns<Row> = [
  { ...columnOf('name'), render: (_, row) => <b>{row.name}</b> },
  {
    ...columnOf('owner'),
    render: (_, row) =>
      row.owner === 'house' ? (
        channelOwners.house
      ) : (
        <a href={href(`/members/${row.agent_id}`)}>{row.username}</a>
      ),
  },
  { title: '链接', key: 'url', render: (_, row) => <Copy text={row.url}>{row.link_code}</Copy> },
  { ...columnOf('visits'), align: 'right', render: (_, row) => row.visits },
  { ...columnOf('registrations'), align: 'right', render: (_, row) => row.registrations },
  { ...columnOf('first_deposits'), align: 'right', render: (_, row) => row.first_deposits },
  { ...columnOf('deposit'), align: 'right', render: (_, row) => <Money amount={row.deposit} /> },
  { ...columnOf('ngr'), align: 'right', render: (_, row) => <Signed amount={row.ngr} /> },
  { title: '创建时间', key: 'created_at', render: (_, row) => row.created_at.slice(0, 16) },
  {
    ...columnOf('standing'),
    render: (_, row) => (
      <Status tone={row.standing === 'on' ? 'good' : 'plain'}>
        {`${channelStandings[row.standing]}${row.off_by && ` · ${row.off_by}`}`}
      </Status>
    ),
  },
  { title: '', key: 'ways', render: (_, row) => <Switch row={row} /> },
]

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Links of advertising, the agents' and the operator's own, with what came by each. */
export default function ChannelsPage() {
  const table = useTable(list, { owner: '', standing: '', q: '' })
  const { may } = useOperator()
  return (
    <Room
      title={<AgentTabs current="channels" />}
      tools={
        <>
          {may('agent.review') && <Add />}
          <span style={{ flex: 1 }} />
          <Select
            aria-label="归属"
            value={table.filters.owner}
            style={{ width: 110 }}
            options={[{ value: '', label: '全部归属' }, ...optionsOf(channelOwners)]}
            onChange={owner => table.set({ owner })}
          />
          <NarrowStates
            table={{
              filters: { state: table.filters.standing, states: table.filters.states },
              set: ({ state, states }) => table.set({ standing: state, states }),
            }}
            options={optionsOf(channelStandings)}
            every=""
          />
          <NarrowDays table={table} label="创建" />
          <SearchBox
            value={table.filters.q}
            placeholder="代理名、ID 或渠道代码"
            onSearch={q => table.set({ q })}
          />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.id}
          label="推广渠道"
          empty="还没有推广渠道"
        />
      </Card>
    </Room>
  )
}

/** A link for the operator's own advertising. */
function Add() {
  const { start, form } = useEdited<'add'>({
    draft: () => 'channels/add',
    action: (_, values) =>
      callOnce('POST /api/console/channels/add', { name: String(values['name']) }),
    done: '已新建渠道',
    stale: list,
  })
  return (
    <>
      <Button type="primary" onClick={() => start('add')}>
        新建平台渠道
      </Button>
      {form && (
        <EditDialog
          title="新建平台渠道"
          fields={[{ name: 'name', label: '渠道名称', kind: 'text', max: 20, focus: true }]}
          initial={{ name: '' }}
          sentence={() => '由此链接注册的会员没有推荐人，只记录渠道'}
          confirm="新建"
          {...form}
        />
      )}
    </>
  )
}

function Switch({ row: { id, name, username, standing, owner } }: { row: Row }) {
  const { may } = useOperator()
  if (!may('agent.review')) return null
  const to = standing === 'on' ? 'off' : 'on'
  const verb = to === 'off' ? '停用' : '启用'
  const whose = owner === 'house' ? channelOwners.house : username
  return (
    <ActionDialog
      size="small"
      danger={to === 'off'}
      draft={`channels/${id}/${to}`}
      decision={{
        title: `${verb}渠道`,
        sentence:
          to === 'off'
            ? `停用 ${whose} 的“${name}”：链接仍可打开，由此注册的会员没有渠道，也没有推荐人`
            : `启用 ${whose} 的“${name}”：由此注册的会员重新记入该渠道`,
        required: to === 'off' ? '说明原因' : undefined,
        confirm: verb,
      }}
      action={remark => callOnce('POST /api/console/channels/switch', { id, standing: to, remark })}
      done={`已${verb}渠道`}
      stale={[list]}
    >
      {verb}
    </ActionDialog>
  )
}
