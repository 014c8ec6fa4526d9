import { serviceLabels } from '@tianping/contract/site/facts'
import { useDrawn } from '../../app/afterPaint.ts'
import { useAnswer } from '../../app/calls.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { Frame } from '../../app/Frame.tsx'
import { href } from '../../app/routes/paths.ts'
import { useLoggedIn } from '../../app/session.ts'
import { serviceDots } from '../../app/status/dots.ts'
import { Count, StateDot } from '../../ui/Chip.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import css from './kefu.module.css'

/** Customer service: the operator's own page in a frame. */
export default function KefuPage() {
  return (
    <main className={css.room}>
      <h1 className="sr">在线客服</h1>
      <Conversations />
      <a className={css.complain} href={href('/complaints')}>
        <Icon name="chat" size={20} />
        <span className="grow">对处理不满意？投诉与申诉</span>
        <Icon name="go" size={20} className="faint" />
      </a>
      <Status />
      <Service />
    </main>
  )
}

/** The way to conversations with staff, with how many lines wait to be read. */
function Conversations() {
  const { data } = useAnswer(
    'POST /api/tickets',
    { page: 1 },
    { enabled: useLoggedIn(), silent: true },
  )
  const unread = data?.unread ?? 0
  return (
    <a className={css.complain} href={href('/tickets')}>
      <Icon name="headset" size={20} />
      <span className="grow">没有找到答案？我的会话</span>
      {unread > 0 && (
        <span role="img" aria-label={`${unread} 条未读`}>
          <Count number={unread} />
        </span>
      )}
      <Icon name="go" size={20} className="faint" />
    </a>
  )
}

/** The way to how the services do, with the answer in a word. */
function Status() {
  const { data } = useAnswer('POST /api/status', {}, { silent: true })
  return (
    <a className={css.complain} href={href('/status')}>
      <Icon name="pulse" size={20} />
      <span className="grow">服务状态</span>
      {data && <StateDot kind={serviceDots[data.state]}>{serviceLabels[data.state]}</StateDot>}
      <Icon name="go" size={20} className="faint" />
    </a>
  )
}

function Service() {
  const drawn = useDrawn()
  const service = useAnswer('POST /api/getservicerurl', {})
  if (service.data?.url && drawn)
    return <Frame src={service.data.url} title="在线客服" may="desk" />
  if (service.isError)
    return (
      <div className="page">
        <FailedAnswer of={service} />
      </div>
    )
  return (
    <p className={css.wait} role="status">
      加载中...
    </p>
  )
}
