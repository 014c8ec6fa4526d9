import { useEffect } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { Icon } from '../ui/picture/Icon.tsx'
import type { IconName } from '../ui/picture/icons.ts'
import { hrefs, usePlace, type Place } from './address.ts'
import { call } from './call.ts'
import { ChannelsPage } from './ChannelsPage.tsx'
import { cache } from './data.ts'
import { DaysPage } from './DaysPage.tsx'
import { InvitePage } from './InvitePage.tsx'
import { LoginPage } from './LoginPage.tsx'
import { OverviewPage } from './OverviewPage.tsx'
import { end, useToken } from './session.ts'
import { StatementPage } from './StatementPage.tsx'
import { StatementsPage } from './StatementsPage.tsx'
import { TeamPage } from './TeamPage.tsx'
import css from './agent.module.css'

/** The agents' site: the log-in, or its pages. */
export function AgentSite() {
  const token = useToken()
  return token ? <Pages key={token} /> : <LoginPage />
}

/** Within the app, whose own bar stands above: there is one bar on the screen. */
const framed = window.parent !== window

const titles: Record<Place['page'], string> = {
  overview: '合营后台',
  team: '我的团队',
  statements: '佣金账单',
  statement: '账单明细',
  invite: '推广链接',
  channels: '推广渠道',
  days: '每日数据',
}

/** The page of the tab bar that a page belongs to, where it is none itself. */
const above: Partial<Record<Place['page'], 'overview' | 'statements' | 'invite'>> = {
  statement: 'statements',
  channels: 'invite',
  days: 'overview',
}

function Pages() {
  const place = usePlace()
  const from = above[place.page]
  const at = place.page === 'statement' ? place.month : place.page
  useEffect(() => {
    scrollTo(0, 0)
    document.title = titles[place.page]
  }, [at, place.page])
  return (
    <div className={`app app--tabs ${css.site}`}>
      {framed ? (
        <h1 className="sr">{titles[place.page]}</h1>
      ) : (
        <header className="bar">
          {from && (
            <a className="icon-btn" href={hrefs[from]} aria-label="返回">
              <Icon name="back" />
            </a>
          )}
          <h1>{titles[place.page]}</h1>
          <div className="end">
            <IconButton icon="power" label="退出登录" onClick={() => void leave()} />
          </div>
        </header>
      )}
      <main className="page stack" key={at}>
        {pageOf(place)}
        {framed && (
          <Button kind="quiet" size={44} block onClick={() => void leave()}>
            退出登录
          </Button>
        )}
      </main>
      <TabBar page={place.page} />
    </div>
  )
}

function pageOf(place: Place) {
  switch (place.page) {
    case 'overview':
      return <OverviewPage />
    case 'team':
      return <TeamPage />
    case 'statements':
      return <StatementsPage />
    case 'statement':
      return <StatementPage month={place.month} />
    case 'invite':
      return <InvitePage />
    case 'channels':
      return <ChannelsPage />
    case 'days':
      return <DaysPage />
  }
}

const tabs: readonly {
  page: 'overview' | 'team' | 'statements' | 'invite'
  icon: IconName
  label: string
}[] = [
  { page: 'overview', icon: 'home', label: '概览' },
  { page: 'team', icon: 'hands', label: '团队' },
  { page: 'statements', icon: 'receipt', label: '账单' },
  { page: 'invite', icon: 'share', label: '推广' },
]

const TabBar = ({ page }: { page: Place['page'] }) => (
  <nav className={`tabbar ${css.tabbar}`} aria-label="主导航">
    {tabs.map(tab => (
      <a
        key={tab.page}
        href={hrefs[tab.page]}
        aria-current={tab.page === (above[page] ?? page) ? 'page' : undefined}
      >
        <Icon name={tab.icon} />
        {tab.label}
      </a>
    ))}
  </nav>
)

/** Ends this session whatever the server says of it; the app's own goes on. */
async function leave() {
  await call('POST /api/agent/logoff', {}).catch(() => undefined)
  cache.clear()
  end()
  location.hash = hrefs.overview
}
