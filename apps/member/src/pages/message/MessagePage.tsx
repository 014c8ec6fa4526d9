import { useState } from 'react'
import { useAnswer, usePages } from '../../app/calls.ts'
import { useQueryOf } from '../../app/router.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Empty, EndLine, Failed, SkeletonRows } from '../../ui/states.tsx'
import { Segment } from '../../ui/Tabs.tsx'
import css from './message.module.css'

const nothingMore = '没有更多了~'

/** Announcements for everybody and letters to the member. */
export default function MessagePage() {
  const { type } = useQueryOf('/message')
  const [tab, setTab] = useState(type)
  return (
    <main className="page stack">
      <Segment label="消息" tabs={[{ key: '1', label: '公告' }, { key: '2', label: '站内信' }]} value={tab} onChange={setTab} />
      {tab === '1' ? <Announcements /> : <Inbox />}
    </main>
  )
}

function Announcements() {
  const { data, isError, isFetching, refetch } = useAnswer('POST /api/homenotice', {})
  if (!data) return isError ? <Failed onRetry={() => void refetch()} busy={isFetching} /> : <SkeletonRows />
  if (data.length === 0) return <Empty picture="letters" title={nothingMore}>新的公告会出现在这里</Empty>
  return (
    <>
      {data.map(notice => <article key={notice} className="card card--pad">{notice}</article>)}
      <EndLine text={nothingMore} />
    </>
  )
}

function Inbox() {
  const letters = usePages('POST /api/noticeList', {})
  return (
    <InfiniteList list={letters} end={nothingMore} empty={<Empty picture="letters" title={nothingMore}>新的站内信会出现在这里</Empty>}>
      {rows => rows.map(letter => (
        <article key={letter.id} className={`card card--pad ${css.letter}`}>
          <h2>{letter.title}</h2>
          <div className={css.rich} dangerouslySetInnerHTML={{ __html: letter.content }} />
          <time className="t-12 faint">{letter.created_at}</time>
        </article>
      ))}
    </InfiniteList>
  )
}
