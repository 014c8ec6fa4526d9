import { lazy, Suspense, type ComponentProps } from 'react'
import { useApp, useTitle, useUser } from '../../app/account.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { DueAtHome } from '../../app/due/DueAtHome.tsx'
import { AccountStrip } from './AccountStrip.tsx'
import { AppStrip } from './AppStrip.tsx'
import { Banners } from './Banners.tsx'
import { Foot } from './Foot.tsx'
import { Games } from './Games.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { OnboardingCard } from './OnboardingCard.tsx'
import { PacketFloat } from './PacketFloat.tsx'
import { Picks, SearchEntry } from './Picks.tsx'
import { Welcome } from './Welcome.tsx'
import { useBanners } from './useHome.ts'
import css from './home.module.css'

const Paused = lazy(async () => ({ default: (await import('./Paused.tsx')).Paused }))

/** Home: what the house offers at a glance. It appears when its banners are there. */
export default function HomePage() {
  const banners = useBanners()
  const app = useApp()
  const title = useTitle()
  const block = useUser()?.block
  if (!banners.data) {
    return (
      <main className={`page ${css.page}`}>
        {!block && <SearchEntry />}
        {banners.isError ? <FailedAnswer of={banners} /> : <HomeSkeleton />}
      </main>
    )
  }
  return (
    <main className={`page ${css.page}`}>
      <h1 className="sr">{title}</h1>
      {block ? (
        <Suspense fallback={<HomeSkeleton />}>
          <Paused block={block} />
        </Suspense>
      ) : (
        <Offers banners={banners.data} title={title} />
      )}
      <Foot />
      {!block && app?.index_modal === 1 && <Welcome title={title} html={app.webcontent} />}
    </main>
  )
}

type OffersProps = { banners: ComponentProps<typeof Banners>['banners']; title: string }

/** What the house offers; nobody sees it who is on a break or excluded. */
const Offers = ({ banners, title }: OffersProps) => (
  <>
    <SearchEntry />
    {banners.length > 0 && <Banners banners={banners} />}
    <NoticeBar />
    <AccountStrip />
    <OnboardingCard />
    <DueAtHome />
    <AppStrip title={title} />
    <Picks />
    <Games />
    <PacketFloat />
  </>
)
