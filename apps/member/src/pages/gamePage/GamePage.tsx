import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useApp } from '../../app/account.ts'
import { useDrawn } from '../../app/afterPaint.ts'
import { useAnswer } from '../../app/calls.ts'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { Frame } from '../../app/Frame.tsx'
import { useDue } from '../../app/due/due.ts'
import { FundsNotice } from '../../app/due/FundsNotice.tsx'
import { currentAddress, replaceWith, useBackOnClose } from '../../app/routes/navigation.ts'
import { addressOf } from '../../app/routes/paths.ts'
import { useQueryOf } from '../../app/routes/router.tsx'
import { loggedIn } from '../../app/session.ts'
import { BackBar } from '../../app/shell/BackBar.tsx'
import { texts } from '../../app/texts.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Sheet } from '../../ui/layer/Sheet.tsx'
import { toast } from '../../ui/layer/toast.tsx'
import { BringSheet, type Chosen } from './BringSheet.tsx'
import { langAsked } from '../../app/games/gameLang.ts'
import { useBefore } from './useBefore.ts'
import { useLaunch } from './useLaunch.ts'
import css from './game.module.css'

/** The download frame is taken away after this long (P1-2.5-05). */
const downloadMs = 2_000

/**
 * Four things by its query: the agents' site, customer service, the download, or the way into a
 * game.
 */
export default function GamePage() {
  const { dailiD, app } = useQueryOf('/gamePage')
  if (dailiD === '1') return <Agents />
  if (dailiD === '2') return <Service />
  if (app === '1') return <Download />
  return <Launch />
}

const Room = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={css.whole}>
    <BackBar title={title} />
    <main className={css.room}>{children}</main>
  </div>
)

const Waiting = () => (
  <p className={css.wait} role="status">
    加载中...
  </p>
)

/** The page whose address a call answers, in a frame. */
function Framed({ title, of: answer }: { title: string; of: UseQueryResult<{ url: string }> }) {
  const drawn = useDrawn()
  const url = answer.data?.url
  if (url && drawn)
    return (
      <Room title={title}>
        <Frame src={url} title={title} may="desk" />
      </Room>
    )
  return <Room title={title}>{answer.isError ? <FailedAnswer of={answer} /> : <Waiting />}</Room>
}

function Agents() {
  const answer = useAnswer('GET /api/getAgentLoginUrl', {}, { freshMs: 0, enabled: loggedIn() })
  useEffect(() => {
    if (!loggedIn())
      replaceWith(addressOf('/login', { redirect: addressOf('/gamePage', { dailiD: '1' }) }))
  }, [])
  return <Framed title="代理登录" of={answer} />
}

const Service = () => <Framed title="在线客服" of={useAnswer('POST /api/getservicerurl', {})} />

/** Only the phone's own installer opens these; a frame cannot. */
const isInstaller = (url: string) => url.startsWith('itms-services:')

function Download() {
  const url = useApp()?.ios_download_url
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!url) return
    if (isInstaller(url)) location.assign(url)
    const timer = setTimeout(() => setOver(true), downloadMs)
    return () => clearTimeout(timer)
  }, [url])
  const frame =
    url && !isInstaller(url) ? <Frame src={url} title="APP下载" may="download" /> : <Waiting />
  return <Room title="APP下载">{over ? <Started url={url} /> : frame}</Room>
}

const Started = ({ url }: { url: string | undefined }) => (
  <div className={css.wait}>
    <p>下载已开始，请在手机提示中继续安装</p>
    {url && (
      <ButtonLink kind="tonal" size={44} href={url}>
        没有提示？再次打开
      </ButtonLink>
    )}
  </div>
)

/** What is read before the first game. */
function Unread({ onRead }: { onRead: () => void }) {
  const funds = useDue()?.funds
  const layer = useBackOnClose()
  if (!funds) return <Waiting />
  return (
    <Sheet title="资金保护说明" {...layer}>
      <FundsNotice funds={funds} onRead={onRead} />
    </Sheet>
  )
}

function Launch() {
  const { name, type, code, title, venue, match } = useQueryOf('/gamePage')
  const [unread, setUnread] = useState(false)
  const { run } = useLaunch(() => setUnread(true))
  const before = useBefore({ name, code }, loggedIn())
  const [chosen, setChosen] = useState<Chosen>()
  const layer = useBackOnClose()
  // The page opens once for each game: the way in is asked for then, and never again.
  const launch = (choice = chosen) =>
    run({
      plat_name: name,
      game_type: type || '0',
      game_code: code,
      is_mobile_url: 1,
      ...langAsked(),
      ...(match ? { match } : {}),
      ...(choice && { brought: 1, ...choice }),
    })
  const open = useEffectEvent(launch)
  useEffect(() => {
    if (loggedIn()) return
    toast(texts.pleaseLogin, 'danger')
    replaceWith(addressOf('/login', { redirect: currentAddress() }))
  }, [])
  // Nothing is asked: the game opens by itself.
  useEffect(() => {
    if (before === null) open()
  }, [before])
  return (
    <div className={`${css.whole} ${css.night}`}>
      <BackBar
        end={
          <p className={css.where}>
            <b>{title || name}</b>
            <span className="t-12">{venue}</span>
          </p>
        }
      />
      <main className={css.room}>
        {before && !chosen && (
          <BringSheet
            before={before}
            title={title || before.venue}
            platname={name}
            code={code}
            {...layer}
            onEnter={choice => {
              setChosen(choice)
              launch(choice)
            }}
          />
        )}
        {unread ? (
          <Unread
            onRead={() => {
              setUnread(false)
              launch()
            }}
          />
        ) : (
          <p className={css.wait} role="status">
            <i className={css.ring} />
            {texts.entering}
          </p>
        )}
      </main>
    </div>
  )
}
