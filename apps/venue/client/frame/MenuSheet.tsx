import { useState } from 'react'
import { yuan } from '../kit/money.ts'
import { canOpen, LOBBY_CODE, openGame } from '../session/openGame.ts'
import { Sheet } from './Sheet.tsx'
import { soundIsOn, switchSound } from '../kit/sound.ts'
import type { State } from '../session/wire.ts'

type Props = {
  state: State
  lobbyUrl: string
  onClose: () => void
  onLeave: () => void
  onRules: () => void
  onFair: () => void
  onHistory: () => void
  /** What the game's rounds are called, and the commitment of the present one. */
  unit?: string
  commit?: string
  /** Past results, where a game has them in common. */
  onRounds?: () => void
  words?: { records: string; round: string }
}

export function MenuSheet({
  state,
  lobbyUrl,
  onClose,
  onLeave,
  onRules,
  onFair,
  onHistory,
  unit = '转',
  commit = state.seeds.commit,
  onRounds,
  words = { records: '开奖记录', round: '期' },
}: Props) {
  const [sound, setSound] = useState(soundIsOn)
  const [refusal, setRefusal] = useState('')
  const { session, game } = state
  const flip = () => {
    switchSound(!sound)
    setSound(!sound)
  }
  return (
    <Sheet
      title="菜单"
      onClose={onClose}
      foot={
        <a className="btn wide leave" href={lobbyUrl} onClick={onLeave}>
          离开游戏
        </a>
      }
    >
      {refusal && (
        <p className="say" role="alert">
          {refusal}
        </p>
      )}
      <ul className="menu">
        {canOpen(LOBBY_CODE) && (
          <li>
            <button type="button" onClick={() => void openGame(LOBBY_CODE).then(setRefusal)}>
              <span>游戏大厅</span>
              <span>本场馆全部游戏 ›</span>
            </button>
          </li>
        )}
        <li>
          <button type="button" onClick={onRules}>
            <span>规则与赔付</span>
            <span>
              返还 {onRounds && '≥ '}
              {Number(game.rtp_percent).toFixed(2)}% ›
            </span>
          </button>
        </li>
        <li>
          <button type="button" onClick={onFair}>
            <span>公平验证</span>
            <span>承诺 {commit.slice(0, 8)}… ›</span>
          </button>
        </li>
        {onRounds && (
          <li>
            <button type="button" onClick={onRounds}>
              <span>{words.records}</span>
              <span>逐{words.round}可验证 ›</span>
            </button>
          </li>
        )}
        <li>
          <button type="button" onClick={onHistory}>
            <span>注单记录</span>
            <span>
              本次 {session.rounds} {unit} ›
            </span>
          </button>
        </li>
        <li>
          <button type="button" role="switch" aria-checked={sound} aria-label="声音" onClick={flip}>
            <span>声音</span>
            <span className="vol">
              {sound ? '开' : '关'}
              <i className="tog" />
            </span>
          </button>
        </li>
        <li>
          <div>
            <span>动画</span>
            <span>跟随系统</span>
          </div>
        </li>
      </ul>
      <div className="lab">
        <span>我的限制（只能在应用内放宽）</span>
      </div>
      <dl className="kv">
        <div>
          <dt>时间提醒</dt>
          <dd>每 {session.reality_check_min} 分钟</dd>
        </div>
        <div>
          <dt>净亏限额剩余</dt>
          <dd>
            {session.net_limit_left === null ? '未设置' : `${yuan(session.net_limit_left)} 元`}
          </dd>
        </div>
      </dl>
    </Sheet>
  )
}
