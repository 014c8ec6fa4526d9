import { EmptyRoom, openGame } from '../frame/openGame.tsx'
import './rounds.css'
import type { Stored } from '../session/wire.ts'
import type { TableDesign } from './TableDesign.ts'
import { TableFrame } from './TableFrame.tsx'
import { useTable } from './useTable.ts'

/** Draws the page of a table. */
export function openTable<Outcome>(design: TableDesign<Outcome>): void {
  openGame<Stored>({
    ...design,
    Waiting: ({ game }) => <EmptyRoom page={design} game={game} />,
    Play: ({ game, state }) => {
      const table = useTable(game)
      if (!table) return <EmptyRoom page={design} game={game} />
      return <TableFrame game={game} state={state} table={table} design={design} />
    },
  })
}
