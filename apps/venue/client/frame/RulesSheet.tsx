import { t } from '../words/words.ts'
import type { ReactNode } from 'react'
import { Sheet } from './Sheet.tsx'
import type { State } from '../session/wire.ts'

type Props = {
  game: State['game']
  title: string
  onClose: () => void
  onFair: () => void
  children: ReactNode
}

/** The rules of a game above its published mathematics. */
export function RulesSheet({ game, title, onClose, onFair, children }: Props) {
  const foot = (
    <>
      <a
        className="cap grow"
        href={`/games/${game.code}/math.json`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('rules.version')}
        <br />
        <span className="mono" title={game.math_version}>
          {game.math_version.slice(0, 16)}
        </span>
      </a>
      <button type="button" className="btn wide" onClick={onFair}>
        {t('menu.fair')}
      </button>
    </>
  )
  return (
    <Sheet title={title} onClose={onClose} foot={foot}>
      {children}
    </Sheet>
  )
}
