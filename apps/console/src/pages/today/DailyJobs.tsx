import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { call } from '../../app/api.ts'
import { href } from '../../app/address.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Status, type Tone } from '../../ui/values/Status.tsx'
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
export function DailyJobs() {
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
            {target ? <a href={target}>{label}</a> : <span>{label}</span>} <JobStatus job={job} />
          </li>
        )
      })}
    </ul>
  )
}

/** `MM-DD HH:mm`, which is what one looks for. */
const brief = (time: string) => time.slice(5, 16)

type Reading = { tone: Tone; text: string; note: string; whole?: string }

const readings: Record<Job['state'], (job: Job) => Reading> = {
  failed: ({ attempts, error }) => ({
    tone: 'bad',
    text: '失败',
    note: `${attempts > 1 ? `已试 ${attempts} 次：` : ''}${error.slice(0, 60)}`,
    whole: error,
  }),
  late: ({ due_at, done_at }) => ({
    tone: 'bad',
    text: '未按时完成',
    note: `应于 ${brief(due_at)} 开始${done_at && `，上次 ${brief(done_at)}`}`,
  }),
  running: ({ due_at }) => ({ tone: 'waiting', text: '进行中', note: `${brief(due_at)} 开始` }),
  waiting: ({ due_at }) => ({
    tone: 'waiting',
    text: '等待中',
    note: `应于 ${brief(due_at)} 开始`,
  }),
  done: doneReading,
}

/** A reconciliation that is done says what it found; a new site has not had one yet. */
function doneReading({ job, done_at, next_at, mismatches }: Job): Reading {
  if (job === 'reconciliation' && done_at === '')
    return { tone: 'plain', text: '尚未到时间', note: `首次 ${brief(next_at)}` }
  if (mismatches) return { tone: 'bad', text: `账目不符 ${mismatches} 项`, note: brief(done_at) }
  return {
    tone: 'good',
    text: mismatches === 0 ? '账目相符' : '已完成',
    note: `${done_at && `${brief(done_at)}，`}下次 ${brief(next_at)}`,
  }
}

function JobStatus({ job }: { job: Job }) {
  const { tone, text, note, whole } = readings[job.state](job)
  return (
    <>
      <Status tone={tone}>{text}</Status> <small title={whole}>{note}</small>
    </>
  )
}
