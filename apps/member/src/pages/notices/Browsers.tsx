import { support } from '../../app/live/push.ts'
import { Button } from '../../ui/Button.tsx'
import { Alert } from '../../ui/Card.tsx'
import { Switch } from '../../ui/field/Switch.tsx'
import { List, Row } from '../../ui/List.tsx'
import { useHere, usePermission, useRemove, type Notices } from './useNotices.ts'
import css from './notices.module.css'

/** Which browsers show notices; this one by its switch. */
export function Browsers({ notices }: { notices: Notices }) {
  const others = notices.browsers.filter(({ current }) => !current)
  return (
    <section>
      <h2 className={css.title}>推送</h2>
      <Here notices={notices} />
      {others.length > 0 && <Others browsers={others} />}
    </section>
  )
}

const can = {
  install:
    '在 iPhone 或 iPad 上，请先点浏览器的“分享”，选择“添加到主屏幕”，再从主屏幕打开本站开启推送。',
  none: '此浏览器不支持推送，可改用下方的邮件。',
} as const

function Here({ notices: { key, browsers } }: { notices: Notices }) {
  const [told, look] = usePermission()
  const here = useHere(key, look)
  const able = support()
  const on = told === 'granted' && browsers.some(({ current }) => current)
  if (able !== 'ready') return <Alert icon="info">{can[able]}</Alert>
  return (
    <>
      <List icons label="此浏览器">
        <Row
          icon="phone"
          title="在此浏览器接收推送"
          note={on ? '已开启，退出登录后停止' : '有新进展时提醒您，即使没有打开本站'}
          end={
            <Switch
              label="在此浏览器接收推送"
              on={on}
              disabled={here.busy || told === 'denied'}
              onChange={here.change}
            />
          }
        />
      </List>
      {told === 'denied' && (
        <div className={css.below}>
          <Alert>
            浏览器已禁止本站的通知。请点地址栏旁的图标，在“通知”中选择“允许”，再回到此页开启。
          </Alert>
        </div>
      )}
    </>
  )
}

function Others({ browsers }: { browsers: Notices['browsers'] }) {
  const remove = useRemove()
  return (
    <div className={css.below}>
      <List icons label="其他接收推送的浏览器">
        {browsers.map(({ id, name, created_at }) => (
          <Row
            key={id}
            icon="phone"
            title={name}
            note={`开启于 ${created_at}`}
            end={
              <Button
                kind="tonal"
                size={36}
                label={`停止向 ${name} 推送`}
                onClick={() => remove.run({ id })}
              >
                停止
              </Button>
            }
          />
        ))}
      </List>
    </div>
  )
}
