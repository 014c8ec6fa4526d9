import { useUser } from '../../app/account.ts'
import { useAnswer } from '../../app/calls.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { useQueryOf } from '../../app/routes/router.tsx'
import { useView } from '../../app/routes/view.ts'
import { Count } from '../../ui/Chip.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { EndLine, SkeletonRows } from '../../ui/states.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import { Inbox, nothingMore } from './Inbox.tsx'
import css from './message.module.css'

const isTab = (kept: unknown): kept is '1' | '2' => kept === '1' || kept === '2'

/** Announcements for everybody and messages to the member. */
export default function MessagePage() {
  const { type } = useQueryOf('/message')
  const [tab, setTab] = useView('tab', type, isTab)
  const unread = useUser()?.messageNum ?? 0
  const messages = (
    <span className={css.tab}>
      站内信
      <Count number={unread} />
    </span>
  )
  return (
    <main className="page stack">
      <Segment
        label="消息"
        tabs={[
          { key: '1', label: '公告' },
          { key: '2', label: messages },
        ]}
        value={tab}
        onChange={setTab}
      />
      {tab === '1' ? <Announcements /> : <Inbox />}
    </main>
  )
}

function Announcements() {
  const notices = useAnswer('POST /api/homenotice', {})
  const { data } = notices
  if (!data) return notices.isError ? <FailedAnswer of={notices} /> : <SkeletonRows />
  if (data.length === 0)
    return (
      <Empty picture="letters" title={nothingMore}>
        新的公告会出现在这里
      </Empty>
    )
  return (
    <>
      {data.map(notice => (
        <article key={notice} className="card card--pad">
          {notice}
        </article>
      ))}
      <EndLine text={nothingMore} />
    </>
  )
}
