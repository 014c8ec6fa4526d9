import { Icon } from '../../ui/picture/Icon.tsx'
import type { IconName } from '../../ui/picture/icons.ts'
import { useAddress } from '../routes/navigation.ts'
import { href, isPath, specOf, type Path, type TabName } from '../routes/paths.ts'
import { split } from '../routes/resolve.ts'

const tabs: readonly { name: TabName; path: Path; label: string; icon: IconName }[] = [
  { name: 'home', path: '/', label: '首页', icon: 'home' },
  { name: 'activity', path: '/activity', label: '优惠', icon: 'gift' },
  { name: 'kefu', path: '/kefu', label: '客服', icon: 'headset' },
  { name: 'zhanzhu', path: '/zhanzhu', label: '赞助', icon: 'trophy' },
  { name: 'mine', path: '/mine', label: '我的', icon: 'user' },
]

/** The five tabs at the bottom, on the pages that carry them. */
export function TabBar() {
  const { path } = split(useAddress())
  const tab = isPath(path) ? specOf(path).tab : undefined
  if (tab === undefined) return null
  return (
    <nav className="tabbar" aria-label="主导航">
      {tabs.map(({ name, path: to, label, icon }) => (
        <a key={name} href={href(to)} aria-current={name === tab ? 'page' : undefined}>
          <Icon name={icon} />
          {label}
        </a>
      ))}
    </nav>
  )
}
