import { reviewState } from '@tianping/contract/facts'
import type { Columns } from '../../ui/Rows.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { releaseStates, statusIn } from '../states.ts'
import { Checks, type Release } from './Checks.tsx'
import { ReleaseWays } from './ReleaseWays.tsx'
import css from './levels.module.css'

/** An approved release that counts no more says why. */
function State({ release }: { release: Release }) {
  const { state, stands, ended_by, ended_at, ended_why } = release
  if (state === reviewState.approved && ended_by !== '')
    return (
      <span className={css.two}>
        <Status tone="plain">已撤回</Status>
        <small>
          {ended_by} · {ended_at}：{ended_why}
        </small>
      </span>
    )
  if (state === reviewState.approved && !stands) return <Status tone="plain">核查已过期</Status>
  const { tone, text } = statusIn(releaseStates, state)
  return <Status tone={tone}>{text}</Status>
}

export const releaseColumns: Columns<Release> = [
  { title: '等级', key: 'to_vip', render: (_, row) => `VIP${row.to_vip}` },
  { title: '核查', key: 'checks', width: 360, render: (_, row) => <Checks release={row} /> },
  {
    title: '登记',
    key: 'recorded_by',
    render: (_, row) => (
      <span className={css.two}>
        {row.recorded_by}
        <small>{row.created_at}</small>
      </span>
    ),
  },
  { title: '状态', key: 'state', render: (_, row) => <State release={row} /> },
  {
    title: '决定',
    key: 'decided_by',
    render: (_, row) =>
      row.decided_by === '' ? (
        '—'
      ) : (
        <span className={css.two}>
          {row.decided_by}：{row.remark}
          <small>{row.decided_at}</small>
        </span>
      ),
  },
  { title: '处理', key: 'ways', fixed: 'right', render: (_, row) => <ReleaseWays release={row} /> },
]
