import { useEffect, useEffectEvent, useState } from 'react'
import { useApp } from '../../app/account.ts'
import { useDrawn } from '../../app/afterPaint.ts'
import { useAnswer } from '../../app/calls.ts'
import { currentAddress, replaceWith } from '../../app/navigation.ts'
import { addressOf } from '../../app/paths.ts'
import { useQueryOf } from '../../app/router.tsx'
import { loggedIn } from '../../app/session.ts'
import { BackBar } from '../../app/shell/BackBar.tsx'
import { texts } from '../../app/texts.ts'
import { Failed } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useLaunch } from './useLaunch.ts'
import css from './game.module.css'

/** The download frame is taken away after this long (part 1 §2.5). */
const downloadMs = 2_000

/** Four things by its query: the agents' site, customer service, the download, or the way into a game. */
export default function GamePage() {
  const { dailiD, app } = useQueryOf('/gamePage')
  if (dailiD === '1') return <Agents />
  if (dailiD === '2') return <Service />
  if (app === '1') return <Download />
  return <Launch />
}

function Framed({ title, url, failed, onRetry }: { title: string; url: string | undefined; failed?: boolean; onRetry?: () => void }) {
  const drawn = useDrawn()
  return (
    <div className={css.whole}>
      <BackBar title={title} />
      <main className={css.room}>
        {url && drawn && <iframe className="frame" src={url} title={title} referrerPolicy="no-referrer" />}
        {!(url && drawn) && (failed && onRetry ? <Failed onRetry={onRetry} /> : <p className={css.wait} role="status">加载中...</p>)}
      </main>
    </div>
  )
}

function Agents() {
  const { data, isError, refetch } = useAnswer('GET /api/getAgentLoginUrl', {}, { freshMs: 0, enabled: loggedIn() })
  useEffect(() => {
    if (!loggedIn()) replaceWith(addressOf('/login', { redirect: addressOf('/gamePage', { dailiD: '1' }) }))
  }, [])
  return <Framed title="代理登录" url={data?.url} failed={isError} onRetry={() => void refetch()} />
}

function Service() {
  const { data, isError, refetch } = useAnswer('POST /api/getservicerurl', {})
  return <Framed title="在线客服" url={data?.url} failed={isError} onRetry={() => void refetch()} />
}

function Download() {
  const url = useApp()?.ios_download_url
  const [there, setThere] = useState(true)
  useEffect(() => {
    if (!url) return
    const timer = setTimeout(() => setThere(false), downloadMs)
    return () => clearTimeout(timer)
  }, [url])
  return there ? <Framed title="APP下载" url={url} /> : (
    <div className={css.whole}>
      <BackBar title="APP下载" />
      <main className={css.room}><p className={css.wait}>下载已开始，请在手机提示中继续安装</p></main>
    </div>
  )
}

function Launch() {
  const { name, type, code, title, venue } = useQueryOf('/gamePage')
  const { run } = useLaunch()
  // The page opens once for each game: the way in is asked for then, and never again.
  const launch = useEffectEvent(() => {
    if (loggedIn()) return run({ plat_name: name, game_type: type || '0', game_code: code, is_mobile_url: 1 })
    toast(texts.pleaseLogin, 'danger')
    replaceWith(addressOf('/login', { redirect: currentAddress() }))
  })
  useEffect(() => {
    launch()
  }, [])
  return (
    <div className={`${css.whole} ${css.night}`}>
      <BackBar end={<p className={css.where}><b>{title || name}</b><span className="t-12">{venue}</span></p>} />
      <main className={css.room}><p className={css.wait} role="status"><i className={css.ring} />{texts.entering}</p></main>
    </div>
  )
}
