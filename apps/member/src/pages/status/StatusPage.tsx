import type { Given } from '@tianping/contract'
import { serviceLabels, type ServiceState } from '@tianping/contract/site/facts'
import { useAnswer } from '../../app/calls.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { serviceDots } from '../../app/status/dots.ts'
import { Card } from '../../ui/Card.tsx'
import { StateDot, Tag } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import css from './status.module.css'

type Status = Given<'POST /api/status'>

const ASK_AGAIN_MS = 30_000

/** How the services do: the site as a whole, planned maintenance, venues, channels of deposits. */
export default function StatusPage() {
  const status = useAnswer('POST /api/status', {}, { everyMs: ASK_AGAIN_MS })
  return (
    <main className="page stack">
      {status.data && <Shown status={status.data} />}
      {!status.data && status.isError && <FailedAnswer of={status} />}
      {!status.data && !status.isError && <SkeletonRows rows={6} />}
    </main>
  )
}

const Shown = ({ status }: { status: Status }) => (
  <>
    <Lead status={status} />
    {status.windows.length > 0 && <Windows windows={status.windows} />}
    <Services
      label="游戏场馆"
      services={status.venues.map(({ name, state }) => ({ name, state, note: undefined }))}
    />
    <Services
      label="存款方式"
      services={status.channels.map(({ name, state, back_at }) => ({
        name,
        state,
        note: back_at === '' ? undefined : `预计 ${back_at.slice(5)} 恢复`,
      }))}
    />
    <p className={`t-12 ${css.foot}`}>
      <time>{status.at.slice(5, 16)}</time> 更新，每 30 秒自动刷新
    </p>
  </>
)

const words: Record<ServiceState, { title: string; text: string }> = {
  open: { title: '所有服务正常', text: '游戏、存款与取款都可以使用' },
  disturbed: { title: '部分服务异常', text: '我们已注意到，正在处理。标为异常的请稍后再试' },
  maintenance: { title: '系统维护中', text: '维护结束后即可使用' },
}
const leadIcons = { open: 'check', disturbed: 'warn', maintenance: 'clock' } as const

const Lead = ({ status: { state } }: { status: Status }) => (
  <section className={`card card--pad ${css.lead}`} role="status">
    <span className={`${css.mark} ${css[state]}`}>
      <Icon name={leadIcons[state]} size={24} />
    </span>
    <div>
      <h2 className={css.title}>{words[state].title}</h2>
      <p className="t-13 muted">{words[state].text}</p>
    </div>
  </section>
)

const Windows = ({ windows }: { windows: Status['windows'] }) => (
  <Card label="计划维护">
    <h2 className={`t-15 ${css.heading}`}>计划维护</h2>
    <ul className={css.windows}>
      {windows.map(({ name, from, until, note, now }) => (
        <li key={`${name} ${from}`}>
          <span className={css.top}>
            <b className="t-15">{name}</b>
            {now && <Tag kind="gold">进行中</Tag>}
          </span>
          <span className="t-13 muted">
            {from.slice(5)} 至 {spanEnd(from, until)}
          </span>
          {note !== '' && <span className="t-12 faint">{note}</span>}
        </li>
      ))}
    </ul>
  </Card>
)

/** The day is said again only when it is another one. */
const spanEnd = (from: string, until: string) =>
  from.slice(0, 10) === until.slice(0, 10) ? until.slice(11) : until.slice(5)

type Service = { name: string; state: ServiceState; note: string | undefined }

const rank: Record<ServiceState, number> = { disturbed: 0, maintenance: 1, open: 2 }
const troubledFirst = (a: Service, b: Service) => rank[a.state] - rank[b.state]

const Services = ({ label, services }: { label: string; services: Service[] }) => (
  <section>
    <div className="head">
      <h2>{label}</h2>
    </div>
    <ul className={`card ${css.services}`} aria-label={label}>
      {services.toSorted(troubledFirst).map(({ name, state, note }) => (
        <li key={name}>
          <span className={css.name}>
            {name}
            {note !== undefined && <span className="t-12 faint">{note}</span>}
          </span>
          <StateDot kind={serviceDots[state]}>{serviceLabels[state]}</StateDot>
        </li>
      ))}
    </ul>
  </section>
)
