import type { ConsoleRowOf } from '@tianping/contract/console'
import { alertFilters, securityKinds, type AlertFilter } from '@tianping/contract/security/facts'
import { href } from '../../app/address.ts'
import { callOnce } from '../../app/api.ts'
import { useCounts } from '../../app/counts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { Subject } from '../../parts/audit/Subject.tsx'
import { columnOf } from '../../parts/list/columnOf.ts'
import { NarrowDays } from '../../parts/list/Narrow.tsx'
import { useTable } from '../../parts/list/useTable.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { SecurityTabs } from './SecurityTabs.tsx'

type Alert = ConsoleRowOf<'POST /api/console/security/alerts/list'>

const happened = ({ times, minutes, threshold }: Alert) =>
  `${minutes} 分钟内 ${times} 次（警戒线 ${threshold} 次）`

const columns: Columns<Alert> = [
  { ...columnOf('raised_at'), render: (_, row) => row.raised_at },
  { ...columnOf('kind'), render: (_, row) => <b>{securityKinds[row.kind]}</b> },
  { ...columnOf('times'), render: (_, row) => happened(row) },
  { ...columnOf('subject'), render: (_, row) => <Subject subject={row.subject} /> },
]
const decided: Columns<Alert> = [
  { title: '查看人', key: 'seen_by', render: (_, row) => row.seen_by || '—' },
  { title: '查看时间', key: 'seen_at', render: (_, row) => row.seen_at || '—' },
  { ...columnOf('remark'), render: (_, row) => row.remark || '—' },
]
const open: Columns<Alert> = [
  { title: '处理', key: 'ways', fixed: 'right', render: (_, row) => <Seen alert={row} /> },
]

/** Somebody has looked into it; the note says what it was. */
function Seen({ alert }: { alert: Alert }) {
  const { may } = useOperator()
  if (!may('security.review') || alert.seen_by !== '') return null
  return (
    <ActionDialog
      size="small"
      draft={`security/alerts/${alert.id}`}
      decision={{
        title: '标记为已查看',
        sentence: '标记后不再计入待处理警报；与本人有关的警报须由另一位同事查看。',
        facts: (
          <Facts single>
            <Fact label="类别">{securityKinds[alert.kind]}</Fact>
            <Fact label="情况">{happened(alert)}</Fact>
          </Facts>
        ),
        confirm: '标记为已查看',
      }}
      action={remark =>
        callOnce('POST /api/console/security/alerts/confirm', { id: alert.id, remark })
      }
      done="已标记为已查看"
      stale={['POST /api/console/security/alerts/list', 'POST /api/console/counts']}
    >
      已查看
    </ActionDialog>
  )
}

const path = '/security/alerts'
const defaults: { state: AlertFilter } = { state: 'open' }

/** What became too much by the rules, until a person has looked into it. */
export default function AlertsPage() {
  const table = useTable('POST /api/console/security/alerts/list', defaults)
  const { data } = useCounts()
  const { state: current } = table.filters
  const tabs = (Object.keys(alertFilters) as AlertFilter[]).map(state => ({
    key: state,
    text: alertFilters[state],
    href: href(path, state === defaults.state ? {} : { state }),
    count: state === 'open' ? data?.alerts_open : undefined,
  }))
  return (
    <Room
      title={<SecurityTabs current="alerts" />}
      tools={
        <>
          <LinkTabs label="状态" tabs={tabs} current={current} />
          <span style={{ flex: 1 }} />
          <NarrowDays table={table} label="警报" />
          <a href={href('/rules', { rule: 'security' })}>警报规则</a>
          <Refresh busy={table.refreshing} onClick={table.refresh} />
        </>
      }
    >
      <Card flush>
        <Rows
          table={table}
          columns={[...columns, ...(current === 'open' ? open : decided)]}
          rowKey={row => row.id}
          label="安全警报"
          empty={current === 'open' ? '没有待查看的警报' : '没有警报'}
        />
      </Card>
    </Room>
  )
}
