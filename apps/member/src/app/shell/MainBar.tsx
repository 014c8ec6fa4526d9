import { useState } from 'react'
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { Money } from '../../ui/Money.tsx'
import { useApp, useRecallAll, useRefreshMoney, useTitle, useUser } from '../account.ts'
import { href } from '../routes/paths.ts'
import { useLoggedIn } from '../session.ts'
import { TotalStrip } from '../wallet/TotalLine.tsx'
import { SideMenu } from './SideMenu.tsx'
import css from './shell.module.css'

/** The header of the main layout: the menu, the logo, and the balance or the way in. */
export function MainBar() {
  const [menu, setMenu] = useState(false)
  const held = useLoggedIn()
  const app = useApp()
  const title = useTitle()
  return (
    <>
      <header className={`bar ${css.bar}`}>
        <IconButton icon="menu" size={24} label="菜单" onClick={() => setMenu(true)} />
        <a className={css.logo} href={href('/')}>
          <img src={app?.site_logo || '/art/logo.webp'} width={28} height={28} alt="" />
          <span>{title}</span>
        </a>
        <div className={`end ${css.end}`}>{held ? <Balance /> : <WayIn />}</div>
        <SideMenu open={menu} onClose={() => setMenu(false)} title={title} />
      </header>
      {held && <TotalStrip />}
    </>
  )
}

const WayIn = () => (
  <>
    <ButtonLink kind="line" size={36} href={href('/login')}>
      登录
    </ButtonLink>
    <ButtonLink size={36} href={href('/login', { type: '1' })}>
      注册
    </ButtonLink>
  </>
)

function Balance() {
  const user = useUser()
  const refresh = useRefreshMoney()
  const recall = useRecallAll()
  return (
    <>
      <button
        type="button"
        className={`hit ${css.balance}`}
        aria-busy={refresh.busy || undefined}
        onClick={() => refresh.run({})}
      >
        <span className="sr">刷新余额</span>
        <Money yuan={user?.balance} />
        <Icon name="refresh" size={16} />
      </button>
      <Button kind="tonal" size={36} busy={recall.busy} onClick={() => recall.run({})}>
        一键回收
      </Button>
    </>
  )
}
