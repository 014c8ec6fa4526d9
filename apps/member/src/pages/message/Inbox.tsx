import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Rich } from '../../ui/Rich.tsx'
import { Empty } from '../../ui/states.tsx'
import { useLetters, useReading, type Letter } from './useInbox.ts'
import css from './message.module.css'

export const nothingMore = '没有更多了~'

/** The letters to the member; a new one carries a dot for as long as this visit lasts. */
export function Inbox() {
  const letters = useLetters()
  return (
    <InfiniteList
      list={letters}
      end={nothingMore}
      empty={
        <Empty picture="letters" title={nothingMore}>
          新的站内信会出现在这里
        </Empty>
      }
    >
      {rows => rows.map(letter => <LetterCard key={letter.id} letter={letter} />)}
    </InfiniteList>
  )
}

function LetterCard({ letter }: { letter: Letter }) {
  const element = useReading(letter)
  return (
    <article ref={element} className={`card card--pad ${css.letter}`}>
      <div className={css.top}>
        <h2>{letter.title}</h2>
        {letter.read === 0 && (
          <span className={css.fresh}>
            <span className="sr">未读</span>
          </span>
        )}
      </div>
      <Rich html={letter.content} className={css.body} />
      <time className="t-12 faint">{letter.created_at}</time>
    </article>
  )
}
