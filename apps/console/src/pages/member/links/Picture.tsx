import { listOf, markWords, restWords, type Link, type Mark } from './marks.ts'
import lists from '../../../parts/list/lists.module.css'
import css from './links.module.css'

const HEIGHT = 34
const WIDTH = 760
const columns = { own: 8, mark: 250, other: 560 }
const widths = { own: 130, mark: 200, other: 180 }

type Props = {
  own: { id: number; username: string }
  /** The member whose page it is. */
  page: number
  marks: Mark[]
  /** The way to the same picture of another member. */
  around: (id: number) => string
}
type Placed = { y: number } & ({ other: Link } | { rest: Mark })

/** Members once each, in the order of their marks; who is not named stands behind a mark's. */
function placesOf(marks: Mark[]): Placed[] {
  const seen = new Set<number>()
  const placed: ({ other: Link } | { rest: Mark })[] = []
  for (const mark of marks) {
    for (const other of mark.members)
      if (!seen.has(other.member_id)) {
        seen.add(other.member_id)
        placed.push({ other })
      }
    if (restWords(mark)) placed.push({ rest: mark })
  }
  return placed.map((each, n) => ({ ...each, y: at(n) }))
}

/** The member at the left, what is shared in the middle, the others at the right. */
export function Picture({ own, page, marks, around }: Props) {
  const places = placesOf(marks)
  const others = places.filter(each => 'other' in each)
  const height = Math.max(marks.length, places.length) * HEIGHT + 8
  const middle = height / 2
  return (
    <div className={lists.scroll}>
      <svg
        className={css.picture}
        viewBox={`0 0 ${WIDTH} ${height}`}
        width={WIDTH}
        height={height}
        role="group"
        aria-label={`${own.username} 与 ${others.length} 位会员的关系`}
      >
        {marks.map((mark, n) => (
          <g key={mark.key}>
            <path d={curve(columns.own + widths.own, middle, columns.mark, at(n))} />
            {endsOf(mark, places).map(y => (
              <path key={y} d={curve(columns.mark + widths.mark, at(n), columns.other, y)} />
            ))}
            <Node x={columns.mark} y={at(n)} width={widths.mark} words={markWords(mark)} />
          </g>
        ))}
        <Node x={columns.own} y={middle} width={widths.own} words={own.username} strong />
        {places.map(each =>
          'other' in each ? (
            <Other
              key={each.other.member_id}
              y={each.y}
              words={each.other.username}
              to={around(each.other.member_id)}
              strong={each.other.member_id === page}
            />
          ) : (
            <Rest key={each.rest.key} y={each.y} mark={each.rest} center={own.id} />
          ),
        )}
      </svg>
    </div>
  )
}

/** Heights of those that a mark leads to. */
const endsOf = (mark: Mark, places: Placed[]) =>
  places
    .filter(each =>
      'other' in each
        ? mark.members.some(other => other.member_id === each.other.member_id)
        : each.rest === mark,
    )
    .map(({ y }) => y)

type OtherProps = { y: number; words: string; to: string; strong: boolean }
const Other = ({ y, words, to, strong }: OtherProps) => (
  <a href={to} aria-label={`以 ${words} 为中心`}>
    <Node x={columns.other} y={y} width={widths.other} words={words} strong={strong} />
  </a>
)

function Rest({ y, mark, center }: { y: number; mark: Mark; center: number }) {
  const list = listOf(mark, center)
  const node = <Node x={columns.other} y={y} width={widths.other} words={restWords(mark)} rest />
  return list ? <a href={list}>{node}</a> : node
}

const at = (n: number) => n * HEIGHT + HEIGHT / 2 + 4
function curve(x1: number, y1: number, x2: number, y2: number) {
  const half = (x1 + x2) / 2
  return `M${x1} ${y1} C${half} ${y1} ${half} ${y2} ${x2} ${y2}`
}

type NodeProps = {
  x: number
  y: number
  width: number
  words: string
  strong?: boolean
  rest?: boolean
}
const Node = ({ x, y, width, words, strong = false, rest = false }: NodeProps) => (
  <g data-strong={strong} data-rest={rest}>
    <rect x={x} y={y - 13} width={width} height={26} rx={6} />
    <text x={x + 10} y={y + 5}>
      {words.length > 24 ? `${words.slice(0, 23)}…` : words}
    </text>
  </g>
)
