import { useState } from 'react'
import { Sheet } from '../frame/Sheet.tsx'
import type { Game } from '../session/useGame.ts'
import { roundName } from './phases.ts'
import type { TableDesign } from './TableDesign.ts'
import { roundUrl } from './roundUrl.ts'
import type { DrawnRounds, Round, TableView } from './wire.ts'

/** Past rounds, each with the way to verify it; the past says nothing of what comes. */
export function RoundsSheet({
  game,
  design,
  model,
  known,
  view,
  onClose,
}: {
  game: Game
  model: string
  design: TableDesign
  known: Round[]
  view: TableView
  onClose: () => void
}) {
  const [older, setOlder] = useState<Round[]>([])
  const [done, setDone] = useState(false)
  const last = older.at(-1) ?? known.at(-1)
  const more = async () => {
    const found = await game.ask<DrawnRounds>(
      'GET',
      `/tables/${design.code}/rounds?before=${last?.number ?? 1e9}`,
    )
    if (!found) return
    setOlder([...older, ...found.items])
    setDone(!found.has_more)
  }
  return (
    <Sheet title={design.words.records} onClose={onClose} tall>
      <p className="cap hint">
        每{design.words.round}独立，历史不预示结果。点一{design.words.round}可离线验证。
      </p>
      {[...known, ...older].map(round => (
        <a
          className="hr rd"
          key={round.number}
          href={roundUrl(model, round, view)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <span className="rp">{design.picture(round.outcome)}</span>
          <span>
            <b>{design.outcomeText(round.outcome)}</b>
            <span className="cap c2">
              {round.day} · {roundName(round)} {design.words.round}
            </span>
          </span>
          <span className="r cap gold">验证 ›</span>
        </a>
      ))}
      {!done && (
        <button type="button" className="btn wide more" onClick={() => void more()}>
          更多
        </button>
      )}
    </Sheet>
  )
}
