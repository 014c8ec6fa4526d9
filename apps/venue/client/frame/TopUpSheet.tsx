import { useEffect, useRef, useState } from 'react'
import { yuan } from '../kit/money.ts'
import { heard } from '../words/words.ts'
import { newBetId } from '../session/newBetId.ts'
import type { Game } from '../session/useGame.ts'
import { Sheet } from './Sheet.tsx'

const SUMS = [10_000, 30_000, 50_000] as const
/** How often the platform's answer is looked for, and for how long, in ms. */
const LOOK_MS = 700
const LONGEST_MS = 30_000

/** What the sheet needs of a game, whatever its rounds store. */
export type Asks = Pick<Game, 'ask'> & { refresh: () => Promise<unknown> }

type Props = {
  game: Asks
  room: { each: number; left: number }
  balanceFen: number
  onClose: () => void
}
type Said = {
  ref: string
  outcome: 'waiting' | 'done' | 'pending' | 'refused' | 'late'
  text: string
}

/**
 * Asks for money from the player's own wallet. The platform decides, and moves it by a transfer of
 * its own; the game goes on here meanwhile.
 */
export function TopUpSheet({ game, room, balanceFen, onClose }: Props) {
  const most = Math.min(room.each, room.left)
  const sums = SUMS.filter(sum => sum <= most)
  const [sum, setSum] = useState<number>(sums[0] ?? most)
  const { busy, word, send } = useMoney(game)
  const chosen = Math.min(sum, most)
  const foot = (
    <button
      type="button"
      className="btn pri wide"
      disabled={busy || chosen <= 0}
      onClick={() => void send(chosen)}
    >
      {busy ? '转入中…' : `转入 ${yuan(chosen)} 元`}
    </button>
  )
  return (
    <Sheet title="转入" onClose={onClose} foot={foot}>
      <p className="top-up-now">
        本场馆余额 <b>{yuan(balanceFen)}</b> 元
      </p>
      <div className="top-up" role="group" aria-label="转入多少">
        {(sums.length > 0 ? sums : [most]).map(each => (
          <button
            key={each}
            type="button"
            className="btn"
            aria-pressed={each === chosen}
            disabled={busy}
            onClick={() => setSum(each)}
          >
            {yuan(each)}
          </button>
        ))}
      </div>
      <p className="cap">进入时您允许这次游戏再转入，还剩 {yuan(room.left)} 元。从中心钱包转入。</p>
      <p className="say gap" role="status">
        {word}
      </p>
    </Sheet>
  )
}

/** One request at a time; its key is its own, so an answer that was lost is asked for again. */
function useMoney(game: Props['game']) {
  const [busy, setBusy] = useState(false)
  const [word, setWord] = useState('')
  const gone = useRef(false)
  useEffect(
    () => () => {
      gone.current = true
    },
    [],
  )
  const settled = async (said: Said): Promise<string> => {
    const until = Date.now() + LONGEST_MS
    let now: Said | null = said
    while (now?.outcome === 'waiting' && Date.now() < until && !gone.current) {
      await new Promise(done => setTimeout(done, LOOK_MS))
      now = await game.ask<Said>('GET', `/api/money/${said.ref}`)
    }
    await game.refresh()
    if (now?.outcome === 'done') return '已转入'
    if (now?.outcome === 'refused') return heard(now.text, '') || '没有转入'
    return '还没有结果，到账后余额会更新'
  }
  const send = async (amount: number) => {
    setBusy(true)
    setWord('')
    const said = await game.ask<Said>('POST', '/api/money', { ref: newBetId(), amount })
    const result = said ? await settled(said) : '没有转入，请稍后再试'
    if (gone.current) return
    setWord(result)
    setBusy(false)
  }
  return { busy, word, send }
}
