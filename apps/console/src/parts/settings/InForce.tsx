import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Table, Tag } from 'antd'
import { call } from '../../app/api.ts'
import { Pending } from '../../ui/Pending.tsx'
import { Card } from '../../ui/Room.tsx'

const name = 'POST /api/console/profiles/inForce'
type Shown = ConsoleGiven<typeof name>
type Row = Shown['rules'][number]

const orNothing = (value: string) => value || '—'

/** The rules in force: the site's own value, what each profile demands, and what counts. */
export function InForce() {
  const query = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    refetchInterval: 30_000,
  })
  if (!query.data) return <Pending query={query} />
  const { profiles, rules } = query.data
  const nameOf = (from: string) =>
    from === 'own' ? '站点' : (profiles.find(each => each.name === from)?.label ?? from)
  return (
    <Card title="生效规则：站点与各辖区取最严">
      <Table<Row>
        size="small"
        rowKey="setting"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={rules}
        columns={[
          { title: '规则', dataIndex: 'label' },
          { title: '站点', dataIndex: 'own', render: orNothing },
          ...profiles.map(({ label, enabled }, n) => ({
            title: enabled ? label : `${label}（未启用）`,
            key: label,
            render: (_: unknown, row: Row) => orNothing(row.demanded[n] ?? ''),
          })),
          {
            title: '生效',
            key: 'value',
            render: (_, { value, from }) => (
              <>
                <b>{orNothing(value)}</b>{' '}
                {from.map(each => (
                  <Tag key={each}>{nameOf(each)}</Tag>
                ))}
              </>
            ),
          },
        ]}
      />
    </Card>
  )
}
