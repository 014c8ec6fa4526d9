import { t } from '../words/words.ts'
import { useState } from 'react'
import { canOpen, LOBBY_CODE, openGame } from '../session/openGame.ts'
import { Limits } from './Limits.tsx'
import { Sheet } from './Sheet.tsx'
import { useRaceLine } from './useRaceLine.ts'
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
      {t('menu.leave')}
    </a>
  )
  const rtp = t('menu.returns', {
    least: onRounds ? '≥ ' : '',
    rtp: Number(game.rtp_percent).toFixed(2),
  })
  return (
    <Sheet title={t('menu.title')} onClose={onClose} foot={foot}>
      {refusal && (
        <p className="say" role="alert">
          {refusal}
        </p>
      )}
      <ul className="menu">
        {canOpen(LOBBY_CODE) && (
          <Item
            name={t('menu.lobby')}
            hint={t('menu.lobby_hint')}
            onClick={() => void openGame(LOBBY_CODE).then(setRefusal)}
          />
        )}
        <PracticeItem state={state} onRefusal={setRefusal} />
        <Item name={t('menu.rules')} hint={rtp} onClick={() => onOpen('rules')} />
        <Item
          name={t('menu.fair')}
          hint={t('menu.commit', { hash: commit.slice(0, 8) })}
          onClick={() => onOpen('fair')}
        />
        {onRounds && (
          <Item
            name={words.records}
            hint={t('menu.each_verifiable', { round: words.round })}
            onClick={onRounds}
          />
        )}
        <Item
          name={t('menu.history')}
          hint={t('menu.history_hint', { count: session.rounds, unit })}
          onClick={() => onOpen('history')}
        />
        {state.tournament && <RaceSwitch name={state.tournament.name} />}
        <SoundSwitch />
        <li>
          <div>
            <span>{t('menu.motion')}</span>
            <span>{t('menu.motion_hint')}</span>
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
          <span>{t('menu.practice')}</span>
          <span>{t('menu.practising')}</span>
        </div>
      </li>
    )
  return (
    <Item
      name={t('menu.practice')}
      hint={t('menu.practice_hint')}
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
  return <Switch name={t('menu.sound')} on={sound} onClick={flip} />
}

/** Brings back the line of a tournament that was folded away. */
function RaceSwitch({ name }: { name: string }) {
  const [on, flip] = useRaceLine()
  return <Switch name={t('race.menu', { name })} on={on} onClick={flip} />
}

function Switch({ name, on, onClick }: { name: string; on: boolean; onClick: () => void }) {
  return (
    <li>
      <button type="button" role="switch" aria-checked={on} aria-label={name} onClick={onClick}>
        <span>{name}</span>
        <span className="vol">
          {t(on ? 'on' : 'off')}
          <i className="tog" />
        </span>
      </button>
    </li>
  )
}
