// `npm run bench`: every benchmark, or those named (`npm run bench -- http pages`). Ratios are to a
// baseline of the same run.
import { runCallsBench } from './calls.ts'
import { runCellsBench } from './cells.ts'
import { runConsoleBench } from './console.ts'
import { runDeskBench } from './desk.ts'
import { runEnginesBench } from './engines.ts'
import { runFactsBench } from './facts.ts'
import { runGamesBench } from './games.ts'
import { runHarmBench } from './harm.ts'
import { runHttpBench } from './http.ts'
import { runLedgerBench, type Row } from './ledger.ts'
import { runLoadBench } from './load.ts'
import { runPagesBench } from './pages.ts'
import { runRailsBench } from './rails.ts'
import { runReplicaBench } from './replica.ts'
import { runReadersBench } from './readers.ts'
import { runRoundsBench } from './rounds.ts'
import { runStreamsBench } from './streams.ts'
import { runTablesBench } from './tables.ts'
import { runTransferBench } from './transfer.ts'

const benches: Record<string, () => Promise<Row[]>> = {
  http: runHttpBench,
  calls: runCallsBench,
  load: runLoadBench,
  pages: runPagesBench,
  ledger: runLedgerBench,
  engines: runEnginesBench,
  console: runConsoleBench,
  desk: () => runDeskBench(),
  facts: runFactsBench,
  rounds: runRoundsBench,
  readers: runReadersBench,
  transfer: runTransferBench,
  tables: () => runTablesBench(),
  games: runGamesBench,
  harm: runHarmBench,
  cells: runCellsBench,
  streams: runStreamsBench,
  rails: runRailsBench,
  replica: runReplicaBench,
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}.`,
  )
  process.exit(2)
}

const figure = (value: number) =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3)
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  console.log(`\n${name}`)
  for (const row of await benches[name]!()) {
    const against =
      row.ratio === undefined ? '' : `  ${row.ratio.toFixed(2)}x of ${figure(row.baseline ?? 0)}`
    const goal =
      row.goal === undefined
        ? ''
        : `  (goal ${row.ratio === undefined ? figure(row.goal) : `${row.goal}x`})`
    console.log(
      `  ${row.name.padEnd(62)} ${figure(row.value).padStart(10)} ${row.unit.padEnd(10)}${against}${goal}`,
    )
  }
}
