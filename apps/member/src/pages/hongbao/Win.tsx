import { useEffect, useState } from 'react'
import { roundYuan } from '@tianping/money'
import { href } from '../../app/routes/paths.ts'
import { Button, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Layer } from '../../ui/layer/Layer.tsx'
import { yuanText } from '../../ui/Money.tsx'
import css from './hongbao.module.css'

const countMs = 600

/** Counts up to a figure in 600 ms; at once for those who want no motion. */
function useCountUp(to: number): number {
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  const [share, setShare] = useState(still ? 1 : 0)
  useEffect(() => {
    if (still) return
    let frame = 0
    const start = performance.now()
    const step = (now: number) => {
      const done = Math.min(1, Math.max(0, now - start) / countMs)
      setShare(1 - (1 - done) ** 3)
      if (done < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [still])
  return roundYuan(to * share)
}

type Props = {
  open: boolean
  yuan: number
  left: number
  onClose: () => void
  onAgain: () => void
  onVerify: () => void
}

/** The packet is open: how much was in it, and that it has been paid. */
export const Win = ({ open, yuan, left, onClose, onAgain, onVerify }: Props) => (
  <Layer open={open} onClose={onClose} label={`恭喜您获得 ${yuanText(yuan)} 元`} role="dialog">
    <div className={css.win}>
      <i className={css.rays} />
      <img className={css.open} src="/art/packet-open.webp" width={176} height={268} alt="" />
      <div className={css.won}>
        <h2>恭喜您获得</h2>
        <Figure yuan={yuan} />
        <p>已存入中心钱包{left > 0 && `，还剩 ${left} 次机会`}</p>
        {left > 0 ? (
          <Button block onClick={onAgain}>
            继续抢红包
          </Button>
        ) : (
          <ButtonLink block href={href('/welfare')}>
            查看红包记录
          </ButtonLink>
        )}
        <button type="button" className={css.verify} onClick={onVerify}>
          这次抽取公平吗？点此验证
        </button>
      </div>
      <IconButton icon="close" label="关闭" className={css.x} onClick={onClose} />
    </div>
  </Layer>
)

function Figure({ yuan }: { yuan: number }) {
  const shown = useCountUp(yuan)
  return (
    <p className={css.figure}>
      <span className="sr">{yuanText(yuan)} 元</span>
      <span className="fig" aria-hidden="true">
        <i>¥</i>
        {yuanText(shown)}
      </span>
    </p>
  )
}
