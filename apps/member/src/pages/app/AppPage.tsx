import { useState } from 'react'
import { useApp, useTitle } from '../../app/account.ts'
import { useInstall } from '../../app/install.ts'
import { href } from '../../app/routes/paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Carousel } from '../../ui/Carousel.tsx'
import { share } from '../../ui/share.ts'
import css from './app.module.css'

const slideMs = 3_000
const screens = [
  '游戏齐全，六大类别一屏直达',
  '存款便捷，多种方式三步完成',
  '十级礼遇，等级越高返水越多',
  '笔笔清楚，存取转账随时可查',
]
/** Drawn by the server for the site's own address. */
const localCode = '/app-qr.svg'

/** The app to put on one's phone: what it looks like, its code to scan, and the way to it. */
export default function AppPage() {
  const app = useApp()
  const install = useInstall()
  const title = useTitle()
  const slides = screens.map((text, i) => ({
    key: text,
    content: (
      <img src={`/art/app-${i + 1}.webp`} width={716} height={880} alt={text} draggable={false} />
    ),
  }))
  return (
    <main className="page stack">
      <h2 className={css.title}>{title} APP下载</h2>
      <Carousel label="应用截图" slides={slides} autoplayMs={slideMs} className={css.screens} />
      <Card className={css.code}>
        <Code src={app?.ios_download_qrcode ?? ''} />
        <p>
          <b className="t-17">iOS 扫码下载</b>
          <br />
          <span className="t-13 muted">
            用手机相机扫描二维码，
            <br />
            在弹出的提示中继续安装
          </span>
        </p>
      </Card>
      <ButtonLink block icon="deposit" href={href('/gamePage', { app: '1' })}>
        立即下载
      </ButtonLink>
      <Button
        kind="tonal"
        block
        icon="share"
        onClick={() => void share({ title: `${title} APP`, url: app?.h5_url || location.origin })}
      >
        分享给好友
      </Button>
      {install && (
        <Button kind="tonal" block icon="plus" onClick={() => void install()}>
          添加到主屏幕
        </Button>
      )}
      <ol className={css.notes}>
        <li>下载与安装过程中请保持同一网络环境，不要切换网络。</li>
        <li>如安装失败，请使用手机自带的浏览器打开本页重试。</li>
      </ol>
    </main>
  )
}

/** The operator's code; where there is none or it does not load, our own. */
function Code({ src }: { src: string }) {
  const [broken, setBroken] = useState('')
  const shown = src === '' || broken === src ? localCode : src
  return (
    <img src={shown} width={120} height={120} alt="下载二维码" onError={() => setBroken(src)} />
  )
}
