import type { ConsoleRowOf } from '@tianping/contract/console'
import { Button } from 'antd'
import { href } from '../../app/address.ts'
import { useParam } from '../../app/params.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { ActivityTypes } from './ActivityTypes.tsx'
import { Visibility } from './Visibility.tsx'
import css from './activities.module.css'

type Activity = ConsoleRowOf<'POST /api/console/activities/list'>

/** The rule an activity is paid by, or the change of it that waits. */
function RuleOf({ activity }: { activity: Activity }) {
  if (activity.proposed_by)
    return <Status tone="waiting">{`${activity.proposed_by} 的修改待审批`}</Status>
  return activity.rule_version > 0 ? `第 ${activity.rule_version} 版` : '仅展示'
}

/** From when until when members see it; 长期 where neither end is set. */
const periodOf = ({ starts_at, ends_at }: Activity) =>
  [starts_at && `自 ${starts_at.slice(0, 16)}`, ends_at && `至 ${ends_at.slice(0, 16)}`]
    .filter(Boolean)
    .join(' ') || '长期'

const columns: Columns<Activity> = [
  {
    title: '活动',
    key: 'title',
    fields: ['title', 'type'],
    render: (_, row) => (
      <a className={css.activity} href={href(`/activities/${row.id}`)}>
        <img src={row.banner} alt="" loading="lazy" />
        <span>
          <b>{row.title}</b>
          <small>{row.type}</small>
        </span>
      </a>
    ),
  },
  {
    title: '状态',
    key: 'enabled',
    fields: ['enabled', 'draft_by'],
    render: (_, row) => (
      <>
        <Visibility enabled={row.enabled} />
        {row.draft_by && <small className={css.draft}>{`草稿：${row.draft_by}`}</small>}
      </>
    ),
  },
  {
    title: '时间',
    key: 'time',
    fields: ['starts_at', 'ends_at'],
    render: (_, row) => periodOf(row),
  },
  { ...columnOf('segment'), render: (_, row) => row.segment || '所有人' },
  {
    title: '规则',
    key: 'rule',
    fields: ['rule_version'],
    render: (_, row) => <RuleOf activity={row} />,
  },
  {
    title: '待审申请',
    key: 'applications',
    align: 'right',
    render: (_, row) =>
      row.applications > 0 ? (
        <a href={href('/applications', { activity: row.id })}>{row.applications}</a>
      ) : (
        0
      ),
  },
  {
    title: '近 30 天奖金',
    key: 'paid',
    align: 'right',
    render: (_, row) => <Money amount={row.paid} strong />,
  },
  { title: '顺序', key: 'rank', align: 'right', render: (_, row) => row.rank },
]

/** Activities as members see them, and their kinds. */
export default function ActivitiesPage() {
  const { may } = useOperator()
  const tab = useParam('tab', ['types'])
  const table = useTable('POST /api/console/activities/list', {})
  return (
    <Room
      title="活动"
      tools={
        <>
          <LinkTabs
            label="活动"
            current={tab}
            tabs={[
              { key: '', text: '活动', href: '#/activities' },
              { key: 'types', text: '分类', href: href('/activities', { tab: 'types' }) },
            ]}
          />
          <span style={{ flex: 1 }} />
          {tab === '' && may('activity.write') && (
            <Button type="primary" href="#/activities/0">
              新增活动
            </Button>
          )}
        </>
      }
    >
      {tab === 'types' ? (
        <ActivityTypes />
      ) : (
        <Card flush>
          <Rows
            table={table}
            columns={columns}
            rowKey={row => row.id}
            label="活动"
            empty="还没有活动"
          />
        </Card>
      )}
    </Room>
  )
}
