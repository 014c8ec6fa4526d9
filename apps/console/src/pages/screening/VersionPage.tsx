import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import {
  listFormats,
  screeningLists,
  versionChanges,
  versionStates,
  type VersionChange,
} from '@tianping/contract/screening/facts'
import { Alert, Pagination } from 'antd'
import { useState } from 'react'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { stepTo } from '../../parts/list/standard.ts'
import { Card, Room } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { versionTones } from './versionTones.ts'

type Shown = ConsoleGiven<'POST /api/console/screening/versions/show'>
type Change = Shown['changes']['data'][number]

const SHOW = 'POST /api/console/screening/versions/show'
const POLL_MS = 2_000
const PER = 50
const first = { page: 1, cursor: '' }
/** So much of a list gone at once is likelier a broken file than a change. */
const MANY_REMOVED = 0.2

const columns: PlainColumn<Change>[] = [
  { title: '名单编号', cell: row => row.ref },
  { title: '姓名', cell: row => row.names.join('、') },
  { title: '出生', cell: row => row.births.join('、') || '—' },
  {
    title: '更改前',
    cell: row => (row.before ? [...row.before.names, ...row.before.births].join('、') : '—'),
  },
]

/** One file of a list: what it changes, and the decision about it. */
export default function VersionPage({ id }: { id: number }) {
  const [change, setChange] = useState<VersionChange>('added')
  const [at, setAt] = useState(first)
  const query = useQuery({
    queryKey: [SHOW, { version_id: id, change, ...at }],
    queryFn: ({ signal }) => call(SHOW, { version_id: id, change, per: PER, ...at }, signal),
    refetchInterval: ({ state }) => (state.data?.version.state === 'reading' ? POLL_MS : false),
  })
  const { data } = query
  return (
    <Room
      title={
        <>
          <a href="#/screening/lists">名单</a> · 版本 {id}
        </>
      }
      tools={data && <Ways version={data.version} />}
    >
      {data ? (
        <>
          <Card title={`${screeningLists[data.version.list]} · ${data.version.filename}`}>
            <VersionFacts version={data.version} />
          </Card>
          <Card
            title={
              <Kinds
                version={data.version}
                current={change}
                onChange={next => {
                  setChange(next)
                  setAt(first)
                }}
              />
            }
          >
            <PlainTable
              columns={columns}
              rows={data.changes.data}
              rowKey={row => row.ref}
              label={versionChanges[change]}
            />
            {data.changes.total === 0 && <p>没有{versionChanges[change]}的条目</p>}
            <Pagination
              style={{ marginBlockStart: 12 }}
              current={at.page}
              pageSize={data.changes.per_page}
              total={data.changes.total}
              showSizeChanger={false}
              onChange={next => setAt(stepTo(next, at.page, data.changes))}
            />
          </Card>
        </>
      ) : (
        <Pending query={query} />
      )}
    </Room>
  )
}

function VersionFacts({ version }: { version: Shown['version'] }) {
  const before = version.entries - version.added + version.removed
  return (
    <div style={{ display: 'grid', gap: 14 }}>
      {version.error && <Alert type="error" showIcon title={version.error} />}
      {version.state === 'ready' && before > 0 && version.removed > before * MANY_REMOVED && (
        <Alert
          type="warning"
          showIcon
          title={`将移除 ${version.removed} 条，占现行名单的 ${Math.round((version.removed / before) * 100)}%，请先确认文件完整`}
        />
      )}
      <Facts>
        <Fact label="状态">
          <Status tone={versionTones[version.state]}>{versionStates[version.state]}</Status>
        </Fact>
        <Fact label="格式">{listFormats[version.format].label}</Fact>
        <Fact label="条目">{version.entries}</Fact>
        <Fact label="大小">{`${(version.bytes / 1024).toFixed(0)} KB`}</Fact>
        <Fact label="上传">{`${version.brought_by} ${version.created_at}`}</Fact>
        <Fact label="处理">{`${version.decided_by} ${version.decided_at}`.trim()}</Fact>
        <Fact label="备注">{version.remark}</Fact>
        <Fact label="SHA-256">{version.sha256}</Fact>
      </Facts>
    </div>
  )
}

function Kinds({
  version,
  current,
  onChange,
}: {
  version: Shown['version']
  current: VersionChange
  onChange: (change: VersionChange) => void
}) {
  return (
    <span role="group" aria-label="变更">
      {(Object.keys(versionChanges) as VersionChange[]).map(change => (
        <button
          key={change}
          type="button"
          aria-pressed={change === current}
          style={{
            padding: '4px 12px',
            marginInlineEnd: 8,
            border: 0,
            borderRadius: 8,
            cursor: 'pointer',
            font: 'inherit',
            color: change === current ? 'var(--ant-color-primary)' : 'inherit',
            background: change === current ? 'var(--ant-color-primary-bg)' : 'transparent',
          }}
          onClick={() => onChange(change)}
        >
          {versionChanges[change]} {version[change]}
        </button>
      ))}
    </span>
  )
}

/** Approving is for another person than who brought the file. */
function Ways({ version }: { version: Shown['version'] }) {
  const { may, name } = useOperator()
  const stale = [SHOW, 'POST /api/console/screening/versions/list'] as const
  const { version_id } = version
  if (!['ready', 'receiving'].includes(version.state)) return null
  return (
    <>
      <span style={{ flex: 1 }} />
      {version.brought_by === name && <span>须由另一位同事批准</span>}
      {may('screening.lists') && (
        <ActionDialog
          draft={`screening/versions/${version_id}/reject`}
          decision={{
            title: '拒绝名单',
            sentence: '该文件不会生效，现行名单不变。',
            confirm: '确认拒绝',
            required: '审计',
          }}
          action={remark =>
            callOnce('POST /api/console/screening/versions/reject', { version_id, remark })
          }
          done="已拒绝"
          stale={[...stale]}
        >
          拒绝
        </ActionDialog>
      )}
      {version.state === 'ready' && may('screening.approve') && version.brought_by !== name && (
        <ActionDialog
          type="primary"
          draft={`screening/versions/${version_id}/approve`}
          decision={{
            title: '批准名单',
            sentence: `将以 ${version.entries} 条替换现行名单：新增 ${version.added}，更改 ${version.changed}，移除 ${version.removed}。生效后重新筛查全部会员。`,
            confirm: '批准生效',
            required: '核对意见',
          }}
          action={remark =>
            callOnce('POST /api/console/screening/versions/approve', { version_id, remark })
          }
          done="已生效，全部会员将重新筛查"
          stale={[...stale]}
        >
          批准
        </ActionDialog>
      )}
    </>
  )
}
