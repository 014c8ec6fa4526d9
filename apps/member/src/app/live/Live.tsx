import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { useTopLayer } from '../../ui/layer/layers.ts'
import { useToasting } from '../../ui/layer/toast.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { useAddress } from '../routes/navigation.ts'
import { split } from '../routes/resolve.ts'
import { useToken } from '../session.ts'
import { applier } from './apply.ts'
import { looks } from './kinds.ts'
import { follow } from './lead.ts'
import css from './live.module.css'
import { dismiss, dismissAll, useNotice, type Notice } from './notices.ts'

const shownMs = 8_000

/** Follows the member's stream, and says on every page what it brings. */
export function Live() {
  const token = useToken()
  useEffect(() => {
    if (token === '') return
    const stop = new AbortController()
    follow(token, stop.signal, applier(token))
    // What becomes of an action is said without a network too, so its code comes before one.
    import('../outcome/Outcomes.tsx').catch(() => undefined)
    return () => stop.abort()
  }, [token])
  return <Notices />
}

/** Where the notices appear: the place is there before them, so that they are read aloud. */
function Notices() {
  const notice = useNotice()
  const { path } = split(useAddress())
  const atInbox = path === '/message'
  useEffect(() => {
    if (atInbox) dismissAll()
  }, [atInbox])
  const toasting = useToasting()
  // What lies over the page, a game, and what is said of an action are not covered: it waits.
  const hidden = useTopLayer() !== undefined || path === '/gamePage' || toasting
  return (
    <div className={css.place} role="status">
      {notice && !hidden && <Shown key={keyOf(notice)} notice={notice} />}
    </div>
  )
}

const keys = new WeakMap<Notice, number>()
let last = 0
/** Two notices may say the same. */
function keyOf(notice: Notice): number {
  const key = keys.get(notice) ?? ++last
  keys.set(notice, key)
  return key
}

function Shown({ notice }: { notice: Notice }) {
  const { title, text, kind, link } = notice
  const [held, setHeld] = useState(false)
  const close = useEffectEvent(() => dismiss(notice))
  // It stays as long as a finger, a pointer or the keyboard is on it.
  useEffect(() => {
    if (held) return
    const timer = setTimeout(close, shownMs)
    return () => clearTimeout(timer)
  }, [held])
  return (
    <div
      className={css.live}
      data-held={held || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={css.icon}>
        <Icon name={looks[kind].icon} />
      </span>
      <span className={css.words}>
        <b>{title}</b>
        <small>{text}</small>
      </span>
      <a className={css.see} href={`#${link ?? '/message?type=2'}`} onClick={() => dismiss(notice)}>
        查看
      </a>
      <IconButton icon="close" size={20} label="关闭通知" onClick={() => dismiss(notice)} />
      <i className={css.time} style={{ animationDuration: `${shownMs}ms` }} aria-hidden="true" />
    </div>
  )
}
