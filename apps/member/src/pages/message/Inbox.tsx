import { looks } from '../../app/live/kinds.ts'
import { Icon } from '../../ui/picture/Icon.tsx'
import { InfiniteList } from '../../ui/InfiniteList.tsx'
import { Rich } from '../../ui/Rich.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useMessages, useReading, type Message } from './useInbox.ts'
import css from './message.module.css'

export const nothingMore = '没有更多了~'

/** The messages to the member; a new one carries a dot for as long as this visit lasts. */
export function Inbox() {
  const messages = useMessages()
  return (
    <InfiniteList
      list={messages}
      end={nothingMore}
      empty={
        <Empty picture="letters" title={nothingMore}>
          新的站内信会出现在这里
        </Empty>
      }
    >
      {rows => rows.map(message => <MessageCard key={message.id} message={message} />)}
    </InfiniteList>
  )
}

function MessageCard({ message }: { message: Message }) {
  const element = useReading(message)
  const { icon, tone, action } = looks[message.kind]
  return (
    <article ref={element} className={`card card--pad ${css.letter}`}>
      <span className={`${css.icon} ${css[tone] ?? ''}`}>
        <Icon name={icon} />
        {message.read === 0 && (
          <span className={css.fresh}>
            <span className="sr">未读</span>
          </span>
        )}
      </span>
      <div className={css.words}>
        <h2 className={message.read === 0 ? css.unread : undefined}>{message.title}</h2>
        <Rich html={message.content} className={css.body} />
        <p className={css.foot}>
          <time className="t-12 faint">{message.created_at}</time>
          {message.link !== null && (
            <a className={css.act} href={`#${message.link}`}>
              {action}
              <span className="sr">：{message.title}</span>
              <Icon name="go" size={16} />
            </a>
          )}
        </p>
      </div>
    </article>
  )
}
