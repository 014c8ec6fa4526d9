import { lazy, Suspense, type ComponentType } from 'react'
import { FactorHost } from '../factor/FactorHost.tsx'
import { siteState } from '@tianping/contract/site/facts'
import { beijing } from '@tianping/money/day'
import { Confirms } from '../../ui/layer/confirm.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { LoadingOverlay } from '../../ui/layer/loading.tsx'
import { Toasts } from '../../ui/layer/toast.tsx'
import { useAppPolling, useBalancePolling, useTitle, useUser } from '../account.ts'
import { askAgain } from '../cache.ts'
import { InviteHost } from '../games/InviteHost.tsx'
import { NewTerms } from '../consents/NewTerms.tsx'
import { OutcomeStrips } from '../outcome/OutcomeStrips.tsx'
import { LeftGame } from '../wallet/LeftGame.tsx'
import { useLostSince } from '../reach.ts'
import type { Path } from '../routes/paths.ts'
import { Router } from '../routes/router.tsx'
import { useDrawn } from '../afterPaint.ts'
import { useLoggedIn } from '../session.ts'
import { NewRelease } from './NewRelease.tsx'
import { Pull } from './Pull.tsx'
import { TabBar } from './TabBar.tsx'
import css from './shell.module.css'

type Pages = Partial<Record<Path, ComponentType>>

/** The app: its pages, the tab bar and everything that lies over them. */
export function Shell({ pages }: { pages: Pages }) {
  const app = useAppPolling()
  useUser()
  useBalancePolling()
  const title = useTitle()
  if (app?.site_state === siteState.repair) return <Repair text={app.repair_tips} />
  return (
    <>
      <div className="strips" ref={measure}>
        <OfflineStrip />
        <OutcomeStrips />
      </div>
      <Router pages={pages} appTitle={title} />
      <TabBar />
      <Pull />
      <NewRelease />
      <NewTerms />
      <LeftGame />
      <Confirms />
      <FactorHost />
      <InviteHost />
      <LoadingOverlay />
      <Toasts />
      <LiveStream />
    </>
  )
}

const Live = lazy(async () => ({ default: (await import('../live/Live.tsx')).Live }))

/** The member's stream comes when the first page stands: nothing waits for it. */
function LiveStream() {
  const held = useLoggedIn()
  const drawn = useDrawn()
  return (
    held &&
    drawn && (
      <Suspense>
        <Live />
      </Suspense>
    )
  )
}

/** The site is closed: only its text shows (P1-2.2-15). */
const Repair = ({ text }: { text: string }) => (
  <div className="app">
    <main className={css.repair}>
      <p className="card blank">{text}</p>
    </main>
  </div>
)

/** Sticky heads stand below the strips, however many there are and however large their text is. */
function measure(strips: HTMLElement | null) {
  if (!strips) return
  const watcher = new ResizeObserver(() =>
    document.documentElement.style.setProperty('--strip', `${strips.offsetHeight}px`),
  )
  watcher.observe(strips)
  return () => watcher.disconnect()
}

/** Wherever the phone is, its clock here is Beijing's, as on every page. */
const clock = (ms: number) => beijing(ms).slice(11, 16)

/** One strip on top while no answer comes; what is on the screen stays readable. */
function OfflineStrip() {
  const since = useLostSince()
  if (since === null) return null
  return (
    <p className="strip" role="status">
      <Icon name="wifi-off" size={20} />
      <span>网络已断开，显示的是 {clock(since)} 的数据</span>
      <button type="button" onClick={() => void askAgain()}>
        重试
      </button>
    </p>
  )
}
