import { Button } from '../../ui/Button.tsx'
import { Tag } from '../../ui/Chip.tsx'
import { confirm } from '../../ui/layer/confirm.tsx'
import { List, Row } from '../../ui/List.tsx'
import { useEndSessions, type Safety } from './useSafety.ts'
import css from './safety.module.css'

type Session = Safety['sessions'][number]

const one = (device: string) =>
  ({ title: '结束这个登录？', text: `${device} 将立即退出，其中的游戏也会结束。` }) as const
const others = {
  title: '结束其他所有登录？',
  text: '除本机外的设备将立即退出，其中的游戏也会结束。',
} as const

/** Where the account is open, the session in use first. */
export function Sessions({ sessions }: { sessions: Session[] }) {
  const end = useEndSessions()
  const ask = async (question: { title: string; text: string }, mark: string) => {
    if (await confirm({ ...question, yes: '结束', danger: true })) end.run({ mark })
  }
  const sorted = sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
  return (
    <section>
      <h2 className={css.title}>登录设备</h2>
      <List icons label="登录设备">
        {sorted.map(({ mark, current, device, address, created_at, last_seen_at }) => (
          <Row
            key={mark}
            icon="phone"
            title={
              <>
                {device} {current && <Tag kind="brand">本机</Tag>}
              </>
            }
            note={
              <>
                {address && `${address} · `}登录于 {created_at}
                <br />
                最近使用 {last_seen_at}
              </>
            }
            end={
              !current && (
                <Button
                  kind="tonal"
                  size={36}
                  label={`结束 ${device} 的登录`}
                  onClick={() => void ask(one(device), mark)}
                >
                  结束
                </Button>
              )
            }
          />
        ))}
      </List>
      {sessions.length > 1 && (
        <Button
          kind="line"
          size={44}
          block
          className={css.all}
          busy={end.busy}
          onClick={() => void ask(others, '')}
        >
          结束其他所有登录
        </Button>
      )}
    </section>
  )
}
