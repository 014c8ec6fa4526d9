import { Sheet } from '../frame/Sheet.tsx'
import {
  BeadPlate,
  BIG,
  BigCell,
  Grid,
  grid,
  INK,
  SMALL,
  STROKES,
  type RoadNames,
} from './Roads.tsx'
import { derived, fitting, placed, ROWS, streaks, type RoadMark } from './roads.ts'

const BEAD_COLUMNS = 15
const BIG_COLUMNS = 24
const SMALL_COLUMNS = 28

type Props = {
  /** In the order played; the first stands at the top of a column. */
  marks: readonly RoadMark[]
  names: RoadNames
  onClose: () => void
}

/** All roads of a table, large enough to be read, each under its name. */
export function RoadsSheet({ marks, names, onClose }: Props) {
  const columns = streaks(marks)
  return (
    <Sheet title="全部路单" onClose={onClose}>
      <p className="say">每局重新洗牌，路单只重述已出的结果，不预示下一局。</p>
      <Tally marks={marks} names={names} />
      <div className="all-roads">
        <figure>
          <figcaption>大路</figcaption>
          <BigRoad columns={columns} width={BIG_COLUMNS} />
        </figure>
        <figure>
          <figcaption>珠盘路</figcaption>
          <div className="wide">
            <BeadPlate marks={marks} names={names} columns={BEAD_COLUMNS} />
          </div>
        </figure>
        <figure>
          <figcaption>大眼仔路</figcaption>
          <DerivedRoad columns={columns} apart={1} width={SMALL_COLUMNS} />
        </figure>
        <figure>
          <figcaption>小路</figcaption>
          <DerivedRoad columns={columns} apart={2} width={SMALL_COLUMNS} />
        </figure>
        <figure>
          <figcaption>曱甴路</figcaption>
          <DerivedRoad columns={columns} apart={3} width={SMALL_COLUMNS} />
        </figure>
      </div>
    </Sheet>
  )
}

/** How often each side won. */
export function Tally({ marks, names }: Pick<Props, 'marks' | 'names'>) {
  const count = (won: RoadMark['won']) => marks.filter(mark => mark.won === won).length
  return (
    <p className="tally">
      <span className="b">
        {names.banker} {count('banker')}
      </span>
      <span className="p">
        {names.player} {count('player')}
      </span>
      <span className="t">
        {names.tie} {count('tie')}
      </span>
      <span className="cap c2">最近 {marks.length} 局</span>
    </p>
  )
}

/** The big road alone, so many columns wide. */
export function BigRoad({
  columns,
  width,
}: {
  columns: ReturnType<typeof streaks>
  width: number
}) {
  return (
    <svg viewBox={`0 0 ${width * BIG + 1} ${ROWS * BIG + 1}`} aria-hidden="true">
      <Grid d={grid(width, ROWS, BIG)} />
      {fitting(placed(columns), width).map(cell => (
        <BigCell key={`${cell.column},${cell.row}`} {...cell} />
      ))}
    </svg>
  )
}

/**
 * A derived road alone, so many columns wide: 1 the big eye boy, 2 the small road, 3 the cockroach
 * pig.
 */
function DerivedRoad({
  columns,
  apart,
  width,
}: {
  columns: ReturnType<typeof streaks>
  apart: 1 | 2 | 3
  width: number
}) {
  return (
    <svg viewBox={`0 0 ${width * SMALL + 1} ${ROWS * SMALL + 1}`} aria-hidden="true">
      <Grid d={grid(width, ROWS, SMALL)} />
      {fitting(
        placed(
          derived(
            columns.map(column => column.length),
            apart,
          ),
        ),
        width,
      ).map(({ column, row, mark }) => (
        <g key={`${column},${row}`}>
          {STROKES[apart](column * SMALL + SMALL / 2, row * SMALL + SMALL / 2, INK[mark])}
        </g>
      ))}
    </svg>
  )
}
