import { useQueryClient } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useAction } from '../useAction.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { Blank } from '../../ui/Blank.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Key } from '../../ui/Key.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { go, useAddress } from '../address.ts'
import { call } from '../api.ts'
import { useCounts, useLiveCounts } from '../counts.ts'
import { clearDrafts } from '../drafts.ts'
import { comeIn } from '../home.ts'
import { useNotices } from '../notices.ts'
import { sessionBegan } from '../session/me.ts'
import { useOperator } from '../session/operator.ts'
import { BrandSwitch } from './BrandSwitch.tsx'
import { accountRoom, countedLists, routeOf } from '../rooms.ts'
import { chooseShade, useShadeChoice, type ShadeChoice } from '../theme.ts'
import { Menu } from './Menu.tsx'
import { catchTyping } from './typedAhead.ts'
import { useHotkeys } from './useHotkeys.ts'
import { useRoomsAhead } from './useRoomsAhead.ts'
import css from './shell.module.css'

const Finder = lazy(() => import('./Finder.tsx').then(module => ({ default: module.Finder })))
const Help = lazy(() => import('./Help.tsx').then(module => ({ default: module.Help })))

/** The frame around every room: the side menu with its counters, and who is working. */
export function Shell() {
  const { must } = useOperator()
  return must === '' ? <Desk /> : <FirstThings />
}

/** Until a password of one's own or a second factor stands there is nothing but the own account. */
function FirstThings() {
  const Page = accountRoom.page
  return (
    <div className={css.alone}>
      <main className={css.main}>
        <Suspense fallback={<Waiting />}>
          <Page id={0} />
        </Suspense>
      </main>
    </div>
  )
}

function Desk() {
  const operator = useOperator()
  useLiveCounts(countedLists)
  useNotices(useCounts().data)
  useRoomsAhead()
  // Opened without saying where to go: with a session from before.
  useState(() => location.hash === '' && comeIn(operator))
  const [layer, show] = useState<'' | 'finder' | 'help'>('')
  const find = () => {
    if (layer === '') catchTyping()
    show('finder')
  }
  useHotkeys({ find, help: () => show('help') })
  const { path } = useAddress()
  const found = routeOf(path)
  return (
    <div className={css.shell}>
      <aside className={css.side}>
        <a className={css.brand} href="#/" aria-label="天平后台">
          <Icon name="scales" size={26} />
          <span className={css.wide}>
            天平<small>后台</small>
          </span>
        </a>
        <BrandSwitch />
        <Button
          className={css.find}
          type="text"
          icon={<Icon name="search" size={16} />}
          aria-label="全局搜索"
          onClick={find}
        >
          <span className={css.findText}>
            搜索
            <span className={css.wide}>
              <Key>/</Key>
            </span>
          </span>
        </Button>
        <Menu room={found?.room ?? null} />
        <Connection />
        <Account onHelp={() => show('help')} />
      </aside>
      <main className={css.main}>
        <Boundary key={path}>
          <Suspense fallback={<Waiting />}>
            <Shown path={path} />
          </Suspense>
        </Boundary>
      </main>
      <Suspense fallback={null}>
        {layer === 'finder' && <Finder onClose={() => show('')} />}
        {layer === 'help' && <Help onClose={() => show('')} />}
      </Suspense>
    </div>
  )
}

function Shown({ path }: { path: string }) {
  const { may } = useOperator()
  const found = routeOf(path)
  if (!found)
    return (
      <Blank picture="nothing" title="没有这个页面">
        <Button href="#/">回到今日</Button>
      </Blank>
    )
  if (!may(found.room.permission))
    return (
      <Blank picture="barred" title="无权限">
        您的角色不能查看「{found.room.title}」。如有需要，请联系管理员。
      </Blank>
    )
  const { page: Page, id } = found
  return <Page key={path} id={id} />
}

/** Says so when the counters can no longer be trusted. */
function Connection() {
  const { error } = useCounts()
  if (!error) return <div className={css.gap} />
  return (
    <div className={css.gap}>
      <p className={css.offline} role="status">
        <i />
        数据未更新，正在重试
      </p>
    </div>
  )
}

const shades: Record<ShadeChoice, { icon: IconName; label: string; next: ShadeChoice }> = {
  auto: { icon: 'auto', label: '跟随系统', next: 'light' },
  light: { icon: 'sun', label: '浅色', next: 'dark' },
  dark: { icon: 'moon', label: '深色', next: 'auto' },
}

function Account({ onHelp }: { onHelp: () => void }) {
  const { name, role_label } = useOperator()
  const cache = useQueryClient()
  const shade = shades[useShadeChoice()]
  const leave = useAction({
    mutationFn: () => call('POST /api/console/logout', {}),
    onSuccess: () => {
      clearDrafts()
      go('/', true)
      sessionBegan(cache, null)
    },
  })
  return (
    <div className={css.account}>
      <a
        className={css.person}
        href={`#${accountRoom.path}`}
        aria-label={`${accountRoom.title}：${name}`}
      >
        <span className={css.avatar} aria-hidden>
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className={css.wide}>
          <b>{name}</b>
          <small>{role_label}</small>
        </span>
      </a>
      <div className={css.tools}>
        <Tooltip title="键盘操作 ?" placement="right">
          <Button
            className={css.keys}
            type="text"
            aria-label="键盘操作"
            icon={<Icon name="help" />}
            onClick={onHelp}
          />
        </Tooltip>
        <Tooltip title={`外观：${shade.label}`} placement="right">
          <Button
            type="text"
            aria-label={`外观：${shade.label}`}
            icon={<Icon name={shade.icon} />}
            onClick={() => chooseShade(shade.next)}
          />
        </Tooltip>
        <Tooltip title="退出登录" placement="right">
          <Button
            type="text"
            aria-label="退出登录"
            icon={<Icon name="leave" />}
            loading={leave.isPending}
            onClick={() => leave.mutate()}
          />
        </Tooltip>
      </div>
    </div>
  )
}
