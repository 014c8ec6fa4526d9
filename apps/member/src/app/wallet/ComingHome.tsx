import type { Given } from '@tianping/contract'
import { leftStates, type LeftState } from '@tianping/contract/wallet/facts'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { refreshUser } from '../account.ts'
import { call, Refused } from '../api.ts'
import { refresh } from '../calls.ts'
import { forgetGame } from './openGame.ts'
import css from './where.module.css'

type Left = Given<'POST /api/money/left'>

/** How often it is asked how it stands, and for how long, in ms. */
const askMs = 3_000
const longestMs = 120_000
/** How long the last word stays, in ms. */
const lastMs = 6_000

const isOver = (state: LeftState) => state === 'home' || state === 'off' || state === 'playing'

/**
 * What the member sees after a game while its money comes home. The server brings it home by
 * itself: nobody has to stay here for it.
 */
export function ComingHome({ ticket, onDone }: { ticket: string; onDone: () => void }) {
  const left = useLeft(ticket, onDone)
  // Without auto-transfer nothing comes home, and nothing came where nothing was.
  const nothing = left && isOver(left.state) && left.amount === 0
  useEffect(() => {
    if (!left || !isOver(left.state)) return
    if (nothing) return onDone()
    const timer = setTimeout(onDone, lastMs)
    return () => clearTimeout(timer)
  }, [left, nothing, onDone])
  if (nothing) return null
  return (
    <div className={css.home} role="status">
      {left?.state === 'home' ? (
        <Icon name="check" size={20} className={css.done} />
      ) : (
        <Icon name="refresh" size={20} className={css.turn} />
      )}
      <span className="grow">{wordsOf(left)}</span>
      <IconButton icon="close" size={16} label="关闭" onClick={onDone} />
    </div>
  )
}

function wordsOf(left: Left | undefined) {
  if (!left || left.state === 'coming')
    return (
      <>
        <b>回收中</b>
        <br />
        <span className="t-13 muted">{left ? leftStates.coming : '正在问场馆还有多少余额'}</span>
      </>
    )
  if (left.state === 'home') return <b>¥{yuanText(left.amount)} 已回到中心钱包</b>
  return (
    <>
      <b>{left.venue}</b>
      <br />
      <span className="t-13 muted">{leftStates[left.state]}</span>
    </>
  )
}

/** Says that the game was left, and asks until it is known what became of its money. */
function useLeft(ticket: string, onGone: () => void): Left | undefined {
  const [left, setLeft] = useState<Left>()
  const gone = useEffectEvent(onGone)
  useEffect(() => {
    const since = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    const ask = async () => {
      const said = await call('POST /api/money/left', { ticket }).catch((error: Error) => error)
      if (stopped) return
      // A launch that is not this member's, or a session that is over.
      if (said instanceof Refused) return gone()
      if (!(said instanceof Error)) {
        setLeft(said.data)
        if (isOver(said.data.state)) {
          forgetGame()
          void refreshUser()
          void refresh('POST /api/balance', 'POST /api/balancelist', 'POST /api/money/where')
          return
        }
      }
      if (Date.now() - since < longestMs) timer = setTimeout(() => void ask(), askMs)
      else gone()
    }
    void ask()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [ticket])
  return left
}
