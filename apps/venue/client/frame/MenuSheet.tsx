import { useState } from 'react'
import { canOpen, LOBBY_CODE, openGame } from '../session/openGame.ts'
import { Limits } from './Limits.tsx'
import { Sheet } from './Sheet.tsx'
import { useSound } from './useSound.ts'
import type { State } from '../session/wire.ts'
import { LOBBY_TARGET } from '../session/frame.ts'

type Props = {
  state: State
  onClose: () => void
  onLeave: () => void
  onOpen: (sheet: 'rules' | 'fair' | 'history') => void
  /** What the game's rounds are called, and the commitment of the present one. */
  unit?: string
  commit?: string
  /** Past results, where a game has them in common. */
  onRounds?: () => void
  words?: { records: string; round: string }
}

export function MenuSheet({
  state,
  onClose,
  onLeave,
  onOpen,
  unit = '转',
  commit = state.seeds.commit,
  onRounds,
  words = { records: '开奖记录', round: '期' },
}: Props) {
  const [refusal, setRefusal] = useState('')
  const { session, game } = state
  const foot = (
    <a className="btn wide leave" href={state.lobby_url} target={LOBBY_TARGET} onClick={onLeave}>
      离开游戏
    </a>
  )
  const rtp = `返还 ${onRounds ? '≥ ' : ''}${Number(game.rtp_percent).toFixed(2)}%`
  return (
    <Sheet title="菜单" onClose={onClose} foot={foot}>
      {refusal && (
        <p className="say" role="alert">
          {refusal}
        </p>
      )}
      <ul className="menu">
        {canOpen(LOBBY_CODE) && (
          <Item
            name="游戏大厅"
            hint="本场馆全部游戏"
            onClick={() => void openGame(LOBBY_CODE).then(setRefusal)}
          />
        )}
        <PracticeItem state={state} onRefusal={setRefusal} />
        <Item name="规则与赔付" hint={rtp} onClick={() => onOpen('rules')} />
        <Item name="公平验证" hint={`承诺 ${commit.slice(0, 8)}…`} onClick={() => onOpen('fair')} />
        {onRounds && (
          <Item name={words.records} hint={`逐${words.round}可验证`} onClick={onRounds} />
        )}
        <Item
          name="注单记录"
          hint={`本次 ${session.rounds} ${unit}`}
          onClick={() => onOpen('history')}
        />
        <SoundSwitch />
        <li>
          <div>
            <span>动画</span>
            <span>跟随系统</span>
          </div>
        </li>
      </ul>
      <Limits state={state} />
    </Sheet>
  )
}

/** The same game without money, and what it is while it is played so. */
function PracticeItem({
  state: { demo, game },
  onRefusal,
}: {
  state: State
  onRefusal: (why: string) => void
}) {
  if (demo)
    return (
      <li>
        <div>
          <span>试玩模式</span>
          <span>余额用完即弃，不计入记录</span>
        </div>
      </li>
    )
  return (
    <Item
      name="试玩模式"
      hint="不用余额，数学相同"
      onClick={() => void openGame(game.code, true).then(onRefusal)}
    />
  )
}

/** A line of the menu that leads elsewhere. */
function Item({ name, hint, onClick }: { name: string; hint: string; onClick: () => void }) {
  return (
    <li>
      <button type="button" onClick={onClick}>
        <span>{name}</span>
        <span>{hint} ›</span>
      </button>
    </li>
  )
}

function SoundSwitch() {
  const [sound, flip] = useSound()
  return (
    <li>
      <button type="button" role="switch" aria-checked={sound} aria-label="声音" onClick={flip}>
        <span>声音</span>
        <span className="vol">
          {sound ? '开' : '关'}
          <i className="tog" />
        </span>
      </button>
    </li>
  )
}
