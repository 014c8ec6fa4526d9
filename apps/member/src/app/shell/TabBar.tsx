import { Icon } from '../../ui/picture/Icon.tsx'
import type { IconName } from '../../ui/picture/icons.ts'
import { useUser } from '../account.ts'
import { useAddress } from '../routes/navigation.ts'
import { href, isPath, specOf, type Path, type TabName } from '../routes/paths.ts'
import { split } from '../routes/resolve.ts'
import css from './shell.module.css'

type Tab = { name: string; path: Path; label: string; icon: IconName }
const tabs: readonly (Tab & { name: TabName })[] = [
  { name: 'home', path: '/', label: '首页', icon: 'home' },
  { name: 'activity', path: '/activity', label: '优惠', icon: 'gift' },
  { name: 'kefu', path: '/kefu', label: '客服', icon: 'headset' },
  { name: 'zhanzhu', path: '/zhanzhu', label: '赞助', icon: 'trophy' },
  { name: 'mine', path: '/mine', label: '我的', icon: 'user' },
]

/** Of who is on a break or excluded: no offers, but the money and what protects them. */
const pausedTabs: readonly Tab[] = [
  { name: 'home', path: '/', label: '首页', icon: 'home' },
  { name: 'money', path: '/money', label: '钱包', icon: 'wallet' },
  { name: 'protect', path: '/protect', label: '理性博彩', icon: 'shield' },
  { name: 'mine', path: '/mine', label: '我的', icon: 'user' },
]

const pausedTabOf = (path: Path) => pausedTabs.find(tab => tab.path === path)?.name

/** The tab of a page: null for none of them, undefined for a page without the bar. */
export function useTabOf(path: Path): string | null | undefined {
  const blocked = Boolean(useUser()?.block)
  const { tab } = specOf(path)
  return blocked ? (pausedTabOf(path) ?? (tab === undefined ? undefined : null)) : tab
}

/** The tabs at the bottom, on the pages that carry them. */
export function TabBar() {
  const { path } = split(useAddress())
  return isPath(path) ? <Bar path={path} /> : null
}

const countOf = (unread: number) => (unread > 99 ? '99+' : unread)

function Bar({ path }: { path: Path }) {
  const tab = useTabOf(path)
  const user = useUser()
  const blocked = Boolean(user?.block)
  const unread = user?.messageNum ?? 0
  if (tab === undefined) return null
  return (
    <nav className="tabbar" aria-label="主导航">
      {(blocked ? pausedTabs : tabs).map(({ name, path: to, label, icon }) => (
        <a
          key={name}
          href={href(to)}
          aria-current={name === tab ? 'page' : undefined}
          aria-description={name === 'mine' && unread > 0 ? `${unread} 条未读消息` : undefined}
        >
          <Icon name={icon} />
          {name === 'mine' && unread > 0 && (
            <i className={css.badge} data-count={countOf(unread)} />
          )}
          {label}
        </a>
      ))}
    </nav>
  )
}
