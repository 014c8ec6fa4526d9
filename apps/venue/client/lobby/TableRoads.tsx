import { useEffect, useState } from 'react'
import { present } from '../../model/present.ts'
import { marksOf as baccaratMarks } from '../../games/baccarat/marks.ts'
import type { BaccaratOutcome } from '../../games/baccarat/model/outcome.ts'
import { dragonTigerMarks, NAMES as DRAGON_TIGER_NAMES } from '../../games/dragontiger/marks.ts'
import type { DragonTigerOutcome } from '../../games/dragontiger/model/outcome.ts'
import type { RoadMark } from '../cards/roads.ts'
import { SIDE_NAMES, type RoadNames } from '../cards/Roads.tsx'
import { BigRoad, Tally } from '../cards/RoadsSheet.tsx'
import { streaks } from '../cards/roads.ts'
import '../cards/cards.css'
import { Sheet } from '../frame/Sheet.tsx'
import type { Drawn } from '../rounds/phases.ts'
import type { DrawnRounds, Round } from '../rounds/wire.ts'
import type { Game } from '../session/useGame.ts'
import type { Listed } from './wire.ts'

type Rounds = readonly Drawn<Round>[]
type Reader = { names: RoadNames; marks: (rounds: Rounds) => RoadMark[] }

/** Tables with roads, and how the rounds of each are read. */
const READERS: Record<string, Reader> = {
  bac: {
    names: SIDE_NAMES,
    marks: rounds => baccaratMarks(rounds as Drawn<Round<BaccaratOutcome>>[]),
  },
  dt: {
    names: DRAGON_TIGER_NAMES,
    marks: rounds => dragonTigerMarks(rounds as Drawn<Round<DragonTigerOutcome>>[]),
  },
}
const PAGES = 3
const COLUMNS = 24

type Props = {
  game: Pick<Game, 'ask'>
  tables: readonly Listed[]
  onEnter: (table: Listed) => void
  onClose: () => void
}

/** The roads of all tables of the venue on one page, each with the way to its table. */
export function TableRoads({ game, tables, onEnter, onClose }: Props) {
  return (
    <Sheet title="各桌路单" onClose={onClose} tall>
      <p className="cap hint">每局重新洗牌，路单只重述已出的结果，不预示下一局。</p>
      {tables.map(table => (
        <TableRoad key={table.code} game={game} table={table} onEnter={() => onEnter(table)} />
      ))}
    </Sheet>
  )
}

type RoadProps = { game: Pick<Game, 'ask'>; table: Listed; onEnter: () => void }

function TableRoad({ game, table, onEnter }: RoadProps) {
  const { names, marks: read } = present(READERS[table.code])
  const rounds = useRounds(game, table.code)
  const marks = rounds && read(rounds)
  return (
    <section className="table-road" aria-label={table.name}>
      <h2 className="row apart">
        {table.name}
        <button type="button" className="btn" disabled={!table.open} onClick={onEnter}>
          {table.open ? '进入这一桌' : '维护中'}
        </button>
      </h2>
      <Tally marks={marks ?? []} names={names} />
      <div className="all-roads">
        <BigRoad columns={streaks(marks ?? [])} width={COLUMNS} />
      </div>
    </section>
  )
}

/** The last rounds of a table, latest first; null while they are asked for. */
function useRounds({ ask }: Pick<Game, 'ask'>, code: string): Rounds | null {
  const [rounds, setRounds] = useState<Rounds | null>(null)
  useEffect(() => {
    let gone = false
    const load = async () => {
      const found: Drawn<Round>[] = []
      for (let page = 0; page < PAGES; page++) {
        const before = found.at(-1)
        const query = before ? `?before=${before.number}` : ''
        const more = await ask<DrawnRounds>('GET', `/tables/${code}/rounds${query}`)
        if (gone || !more) return
        found.push(
          ...(more.items as Round[]).filter((each): each is Drawn<Round> => each.outcome !== null),
        )
        if (!more.has_more) break
      }
      setRounds(found)
    }
    void load()
    return () => {
      gone = true
    }
  }, [ask, code])
  return rounds
}
