import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { call } from '../../app/api.ts'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Status } from '../../ui/values/Status.tsx'
import css from './today.module.css'

type Job = ConsoleGiven<'POST /api/console/jobs/list'>[number]
const name = 'POST /api/console/jobs/list'

const works: Record<Job['job'], { label: string; to?: string; rule: string }> = {
  reconciliation: {
    label: '每日对账',
    to: href('/reconciliation', { tab: 'runs' }),
    rule: href('/rules', { rule: 'reconciliation' }),
  },
  vip: { label: 'VIP 升降级', rule: href('/rules', { rule: 'vip' }) },
  rebate: { label: '返水结算', rule: href('/rules', { rule: 'rebate' }) },
}

/**
 * What runs by itself once a day: done, on its way, late or failed. Shown beside what waits for
 * people, since a late one is theirs.
 */
export function Clockwork() {
  const { may } = useOperator()
  const jobs = useQuery({
    queryKey: [name],
    queryFn: ({ signal }) => call(name, {}, signal),
    refetchInterval: 60_000,
    meta: { inPlace: true },
  })
  if (!jobs.data)
    return jobs.error ? (
      <p className={css.clockwork} role="status">
        每日任务的状态暂时读不到
      </p>
    ) : null
  return (
    <ul className={css.clockwork} aria-label="每日任务">
      {jobs.data.map(job => {
        const { label, to, rule } = works[job.job]
        const target = to ?? (may('rule.read') ? rule : undefined)
        return (
          <li key={job.job}>
            {target ? <a href={target}>{label}</a> : <span>{label}</span>} <Standing job={job} />
          </li>
        )
      })}
    </ul>
  )
}

/** `MM-DD HH:mm`, which is what one looks for. */
const brief = (time: string) => time.slice(5, 16)

function Standing({ job: j }: { job: Job }) {
  switch (j.state) {
    case 'failed':
      return (
        <>
          <Status tone="bad">失败</Status>{' '}
          <small title={j.error}>
            {j.attempts > 1 ? `已试 ${j.attempts} 次：` : ''}
            {j.error.slice(0, 60)}
          </small>
        </>
      )
    case 'late':
      return (
        <>
          <Status tone="bad">未按时完成</Status>{' '}
          <small>
            应于 {brief(j.due_at)} 开始{j.done_at && `，上次 ${brief(j.done_at)}`}
          </small>
        </>
      )
    case 'running':
      return (
        <>
          <Status tone="waiting">进行中</Status> <small>{brief(j.due_at)} 开始</small>
        </>
      )
    case 'waiting':
      return (
        <>
          <Status tone="waiting">等待中</Status> <small>应于 {brief(j.due_at)} 开始</small>
        </>
      )
    case 'done':
      return j.done_at === '' && j.job === 'reconciliation' ? (
        <>
          <Status tone="plain">尚未到时间</Status> <small>首次 {brief(j.next_at)}</small>
        </>
      ) : j.mismatches ? (
        <>
          <Status tone="bad">{`账目不符 ${j.mismatches} 项`}</Status>{' '}
          <small>{brief(j.done_at)}</small>
        </>
      ) : (
        <>
          <Status tone="good">{j.mismatches === 0 ? '账目相符' : '已完成'}</Status>{' '}
          <small>
            {j.done_at && `${brief(j.done_at)}，`}下次 {brief(j.next_at)}
          </small>
        </>
      )
  }
}
