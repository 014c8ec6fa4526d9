import { useEffect, useEffectEvent, useState } from 'react'
import { parseBeijing } from '@tianping/money/day'
import { href } from '../../app/routes/paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/layer/Dialog.tsx'
import { countdown, hoursOf, lackOf, left, type Info } from './stages.ts'
import { useNow } from '../../ui/useNow.ts'
import { Win } from './Win.tsx'
import css from './hongbao.module.css'

export type Overlay =
  | { kind: 'waiting' | 'ended' | 'short' }
  | { kind: 'won'; yuan: number; id: string }

type Props = {
  overlay: Overlay | null
  info: Info | undefined
  /** closeAll of the document: every overlay is gone. */
  onClose: () => void
  onAgain: () => void
  /** The waiting is over. */
  onOpen: () => void
  onVerify: (id: string) => void
}

/**
 * The four things that may lie over the page. Each stays in place while it leaves, when `overlay`
 * is already empty.
 */
export function Overlays({ overlay, info, onClose, onAgain, onOpen, onVerify }: Props) {
  const [last, setLast] = useState(overlay)
  if (overlay && overlay !== last) setLast(overlay)
  if (!info) return null
  const shows = (kind: Overlay['kind']) => overlay?.kind === kind
  /** Another step follows, which may lay something over the page itself. */
  const then = (step: () => void) => () => {
    onClose()
    step()
  }
  return (
    <>
      <TooEarly open={shows('waiting')} info={info} onClose={onClose} onOpen={onOpen} />
      <Over open={shows('ended')} info={info} onClose={onClose} />
      <TooLittle open={shows('short')} info={info} onClose={onClose} />
      {last?.kind === 'won' && (
        <Win
          key={last.id}
          open={shows('won')}
          yuan={last.yuan}
          left={left(info)}
          onClose={onClose}
          onAgain={then(onAgain)}
          onVerify={then(() => onVerify(last.id))}
        />
      )}
    </>
  )
}

type NoticeProps = { open: boolean; info: Info; onClose: () => void }

const Known = ({ onClose }: { onClose: () => void }) => (
  <Button kind="quiet" onClick={onClose}>
    知道了
  </Button>
)

function TooEarly({ open, info, onClose, onOpen }: NoticeProps & { onOpen: () => void }) {
  const over = () => {
    onOpen()
    onClose()
  }
  const buttons = <Known onClose={onClose} />
  return (
    <Dialog open={open} title="活动尚未开始" onClose={onClose} buttons={buttons}>
      <p>{hoursOf(info.claim)}</p>
      {info.claim.state === 'before' ? (
        <Countdown until={parseBeijing(info.claim.opens_at)} onOver={over} />
      ) : (
        <p>活动开始后即可领取</p>
      )}
    </Dialog>
  )
}

function Over({ open, info: { claim }, onClose }: NoticeProps) {
  const ended = claim.state === 'ended'
  return (
    <Dialog
      open={open}
      title={ended ? '活动已结束' : '今日已结束'}
      onClose={onClose}
      buttons={<Known onClose={onClose} />}
    >
      <p>
        {ended
          ? '感谢参与，新的活动敬请期待'
          : `明日 ${claim.opens_at.slice(11, 16)} 再来，今日 ${claim.closes_at.slice(11, 16)} 起的存款计入明日次数`}
      </p>
    </Dialog>
  )
}

const TooLittle = ({ open, info, onClose }: NoticeProps) => (
  <Dialog
    open={open}
    title="还未达到领取条件，快去完成吧！"
    onClose={onClose}
    buttons={
      <>
        <Known onClose={onClose} />
        <ButtonLink kind="danger" href={href('/wallet', { type: '0' })}>
          立即充值
        </ButtonLink>
      </>
    }
    art={<img className={css.small} src="/art/packet-closed.webp" width={88} height={110} alt="" />}
  >
    <p>{lackOf(info)}</p>
  </Dialog>
)

function Countdown({ until, onOver }: { until: number; onOver: () => void }) {
  const now = useNow()
  const over = now >= until
  const told = useEffectEvent(onOver)
  useEffect(() => {
    if (over) told()
  }, [over])
  return (
    <>
      <p className={`fig fig--28 ${css.clock}`} role="timer">
        {countdown(until - now)}
      </p>
      <p className={css.after}>后开抢</p>
    </>
  )
}
