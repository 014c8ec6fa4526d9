import { memo, type ReactNode } from 'react'
import { useTableContext } from '../rounds/TableContext.ts'
import { usePainted } from '../kit/usePainted.ts'
import {
  derived,
  fitting,
  placed,
  ROWS,
  streaks,
  type BigMark,
  type Placed,
  type RoadMark,
} from './roads.ts'

export const INK = {
  banker: '#FF7A66',
  player: '#6FA6FF',
  tie: '#57CF97',
  red: '#FF7A66',
  blue: '#6FA6FF',
} as const
const FILL = { banker: '#B5281F', player: '#2A5CC4', tie: '#13714B' } as const
export const SIDE_NAMES = { banker: '庄', player: '闲', tie: '和' } as const
export type RoadNames = Record<keyof typeof SIDE_NAMES, string>

const BEAD_COLUMNS = 5
const BEAD = 20
const BIG_COLUMNS = 17
export const BIG = 14
const SMALL_COLUMNS = 12
export const SMALL = 6

/** Lines of a grid of so many squares, as one path. */
export function grid(columns: number, rows: number, size: number, x = 0, y = 0): string {
  const down = Array.from({ length: columns + 1 }, (_, i) => `M${x + i * size} ${y}v${rows * size}`)
  const across = Array.from(
    { length: rows + 1 },
    (_, i) => `M${x} ${y + i * size}h${columns * size}`,
  )
  return [...down, ...across].join('')
}
export const Grid = ({ d }: { d: string }) => <path d={d} stroke="#fff" strokeOpacity=".1" />

type Props = {
  /** In the order played; the first stands at the top of a column. */
  marks: readonly RoadMark[]
}

/**
 * The five roads of baccarat, and the note that they foretell nothing. Drawn a frame after a
 * round's result, whatever is tapped in between.
 */
export function Roads({ marks }: Props) {
  return <Drawn marks={usePainted(marks)} />
}

const Drawn = memo(function Drawn({ marks }: Props) {
  const count = (won: RoadMark['won']) => marks.filter(mark => mark.won === won).length
  const columns = streaks(marks)
  const lengths = columns.map(column => column.length)
  const label = `路单，最近 ${marks.length} 局：庄 ${count('banker')}，闲 ${count('player')}，和 ${count('tie')}。最后十局：${marks
    .slice(-10)
    .map(mark => SIDE_NAMES[mark.won])
    .join('')}`
  return (
    <section className="roads only-tall" aria-label="路单">
      <div role="img" aria-label={label}>
        <BeadPlate marks={marks} names={SIDE_NAMES} columns={BEAD_COLUMNS} />
        <svg
          className="grow"
          height="125"
          viewBox="0 0 239 125"
          preserveAspectRatio="xMinYMin meet"
          aria-hidden="true"
        >
          <Grid d={grid(BIG_COLUMNS, ROWS, BIG)} />
          {fitting(placed(columns), BIG_COLUMNS).map(cell => (
            <BigCell key={`${cell.column},${cell.row}`} {...cell} />
          ))}
          <Derived columns={derived(lengths, 1)} x={0} draw={STROKES[1]} />
          <Derived columns={derived(lengths, 2)} x={83} draw={STROKES[2]} />
          <Derived columns={derived(lengths, 3)} x={166} draw={STROKES[3]} />
        </svg>
      </div>
      <Cover />
      <p>
        <span>每局重新洗牌，路单不预示结果</span>
        <span>
          <span className="b">庄 {count('banker')}</span>{' '}
          <span className="p">闲 {count('player')}</span>{' '}
          <span className="t">和 {count('tie')}</span>
        </span>
      </p>
    </section>
  )
})

/** Apart, because it follows the table while the roads do not. */
function Cover() {
  const { showRoads } = useTableContext()
  return (
    <button
      type="button"
      className="cover"
      aria-label="全部路单"
      onClick={showRoads ?? undefined}
    />
  )
}

/** Every round as a bead, six to a column. */
export function BeadPlate({
  marks,
  names,
  columns,
}: Props & { names: RoadNames; columns: number }) {
  const first = Math.max(0, Math.ceil(marks.length / ROWS) - columns) * ROWS
  return (
    <svg
      width={columns * BEAD + 1}
      height={ROWS * BEAD + 1}
      viewBox={`0 0 ${columns * BEAD + 1} ${ROWS * BEAD + 1}`}
      aria-hidden="true"
    >
      <Grid d={grid(columns, ROWS, BEAD)} />
      {marks.slice(first).map(({ won }, i) => {
        const [x, y] = [Math.floor(i / ROWS) * BEAD + BEAD / 2, (i % ROWS) * BEAD + BEAD / 2]
        return (
          <g key={x * 1_000 + y}>
            <circle cx={x} cy={y} r="8.6" fill={FILL[won]} />
            <text x={x} y={y + 4.3} fontSize="12" fontWeight="600" fill="#fff" textAnchor="middle">
              {names[won]}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

/** How the marks of each derived road are drawn. */
export const STROKES = {
  1: (x: number, y: number, ink: string) => (
    <circle cx={x} cy={y} r="2.1" fill="none" stroke={ink} strokeWidth="1.4" />
  ),
  2: (x: number, y: number, ink: string) => <circle cx={x} cy={y} r="2.4" fill={ink} />,
  3: (x: number, y: number, ink: string) => (
    <path d={`M${x - 2.2} ${y + 2.2}l4.4-4.4`} stroke={ink} strokeWidth="1.7" />
  ),
} as const

export function BigCell({ column, row, mark }: Placed<BigMark>) {
  const [x, y] = [column * BIG + BIG / 2, row * BIG + BIG / 2]
  return (
    <>
      <circle cx={x} cy={y} r="5" fill="none" stroke={INK[mark.side]} strokeWidth="2.2" />
      {mark.ties > 0 && <path d={`M${x - 4} ${y + 4}l8-8`} stroke={INK.tie} strokeWidth="2" />}
      {mark.bankerPair && <circle cx={x - 5} cy={y - 5} r="2" fill={INK.banker} />}
      {mark.playerPair && <circle cx={x + 5} cy={y + 5} r="2" fill={INK.player} />}
    </>
  )
}

function Derived({
  columns,
  x,
  draw,
}: {
  columns: ('red' | 'blue')[][]
  x: number
  draw: (x: number, y: number, ink: string) => ReactNode
}) {
  const top = ROWS * BIG + 4
  return (
    <>
      <Grid d={grid(SMALL_COLUMNS / 2, ROWS / 2, SMALL * 2, x, top)} />
      {fitting(placed(columns), SMALL_COLUMNS).map(({ column, row, mark }) => (
        <g key={`${column},${row}`}>
          {draw(x + column * SMALL + SMALL / 2, top + row * SMALL + SMALL / 2, INK[mark])}
        </g>
      ))}
    </>
  )
}
