import { useApp, useTitle } from '../../app/account.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { AccountStrip } from './AccountStrip.tsx'
import { AppStrip } from './AppStrip.tsx'
import { Banners } from './Banners.tsx'
import { Games } from './Games.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { PacketFloat } from './PacketFloat.tsx'
import { Welcome } from './Welcome.tsx'
import { useBanners } from './useHome.ts'
import css from './home.module.css'

/** Home: what the house offers at a glance. It appears when its banners are there. */
export default function HomePage() {
  const banners = useBanners()
  const app = useApp()
  const title = useTitle()
  if (!banners.data) {
    return (
      <main className={`page ${css.page}`}>
        {banners.isError ? <FailedAnswer of={banners} /> : <HomeSkeleton />}
      </main>
    )
  }
  return (
    <main className={`page ${css.page}`}>
      <h1 className="sr">{title}</h1>
      <Banners banners={banners.data} />
      <NoticeBar />
      <AccountStrip />
      <AppStrip title={title} />
      <Games />
      <PacketFloat />
      {app?.index_modal === 1 && <Welcome title={title} html={app.webcontent} />}
    </main>
  )
}
