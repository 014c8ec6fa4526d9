import { articleTitles, href } from '../../app/routes/paths.ts'
import type { IconName } from '../../ui/picture/icons.ts'
import { LinkRow, List } from '../../ui/List.tsx'

/** The articles in the order of the document. */
const entries: readonly { type: keyof typeof articleTitles; icon: IconName; about: string }[] = [
  { type: '7', icon: 'info', about: '我们是谁' },
  { type: '1', icon: 'help', about: '存款、取款与转账' },
  { type: '2', icon: 'lock', about: '我们如何对待您的资料' },
  { type: '3', icon: 'receipt', about: '使用本站的前提' },
  { type: '4', icon: 'phone', about: '找到我们' },
  { type: '5', icon: 'hands', about: '佣金与申请' },
  { type: '8', icon: 'shield', about: '理性娱乐，量力而行' },
]

/** The help centre: seven articles, and people. */
export default function BoutBallBetPage() {
  return (
    <main className="page stack">
      <List icons label="帮助文章">
        {entries.map(({ type, icon, about }) => (
          <LinkRow
            key={type}
            icon={icon}
            title={articleTitles[type]}
            note={about}
            href={href('/boutBallBetInfo', { type })}
          />
        ))}
      </List>
      <List icons label="人工客服">
        <LinkRow icon="headset" title="人工客服" note="全天在线，为您解答" href={href('/kefu')} />
      </List>
    </main>
  )
}
