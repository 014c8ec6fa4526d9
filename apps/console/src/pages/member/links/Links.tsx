import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { memberLinkLabels } from '@tianping/contract/member/facts'
import { href } from '../../../app/address.ts'
import { call } from '../../../app/api.ts'
import { Card } from '../../../ui/Room.tsx'
import { Unloaded } from '../../shared/Unloaded.tsx'
import type { MemberTabProps } from '../memberTab.ts'
import lists from '../../../parts/list/lists.module.css'
import css from './links.module.css'

const name = 'POST /api/console/members/links'
type Link = ConsoleGiven<typeof name>[number]
type Mark = { key: string; kind: Link['kind']; what: string; members: Link[] }

const HEIGHT = 34
const WIDTH = 760
const columns = { own: 8, mark: 250, other: 560 }

/** What the member shares with others: a picture of it, and every link with its reason. */
export function Links({ member }: MemberTabProps) {
  const links = useQuery({
    queryKey: [name, member.id],
    queryFn: ({ signal }) => call(name, { id: member.id }, signal),
  })
  if (!links.data) return <Unloaded query={links} />
  const marks = marksOf(links.data)
  if (marks.length === 0)
    return <Card title="关系">没有与其他会员相同的设备、地址、账号或推荐</Card>
  return (
    <>
      <Card title="关系图">
        <Picture own={member.username} marks={marks} />
      </Card>
      <Card title="关系明细" flush>
        <Rows marks={marks} />
      </Card>
    </>
  )
}

function marksOf(links: Link[]): Mark[] {
  const marks = new Map<string, Mark>()
  for (const link of links) {
    const key = `${link.kind}/${link.what}`
    const mark = marks.get(key) ?? { key, kind: link.kind, what: link.what, members: [] }
    mark.members.push(link)
    marks.set(key, mark)
  }
  return [...marks.values()]
}

const markWords = ({ kind, what }: Pick<Mark, 'kind' | 'what'>) =>
  `${memberLinkLabels[kind]}${what ? ` ${what}` : ''}`
const pageOf = (id: number) => href(`/members/${id}`, { tab: 'links' })

/** The member at the left, what is shared in the middle, the others at the right. */
function Picture({ own, marks }: { own: string; marks: Mark[] }) {
  const others = [...new Map(marks.flatMap(({ members }) => members).map(m => [m.member_id, m]))]
  const place = new Map(others.map(([id], n) => [id, at(n)]))
  const height = Math.max(marks.length, others.length) * HEIGHT + 8
  const middle = height / 2
  return (
    <div className={lists.scroll}>
      <svg
        className={css.picture}
        viewBox={`0 0 ${WIDTH} ${height}`}
        width={WIDTH}
        height={height}
        role="img"
        aria-label={`${own} 与 ${others.length} 位会员的关系`}
      >
        {marks.map((mark, n) => (
          <g key={mark.key}>
            <path d={curve(columns.own + 130, middle, columns.mark, at(n))} />
            {mark.members.map(other => (
              <path
                key={other.member_id}
                d={curve(columns.mark + 200, at(n), columns.other, place.get(other.member_id) ?? 0)}
              />
            ))}
            <Node x={columns.mark} y={at(n)} width={200} words={markWords(mark)} />
          </g>
        ))}
        <Node x={columns.own} y={middle} width={130} words={own} strong />
        {others.map(([id, other], n) => (
          <a key={id} href={pageOf(id)}>
            <Node x={columns.other} y={at(n)} width={180} words={other.username} />
          </a>
        ))}
      </svg>
    </div>
  )
}

const at = (n: number) => n * HEIGHT + HEIGHT / 2 + 4
function curve(x1: number, y1: number, x2: number, y2: number) {
  const half = (x1 + x2) / 2
  return `M${x1} ${y1} C${half} ${y1} ${half} ${y2} ${x2} ${y2}`
}

function Node({
  x,
  y,
  width,
  words,
  strong = false,
}: {
  x: number
  y: number
  width: number
  words: string
  strong?: boolean
}) {
  return (
    <g data-strong={strong}>
      <rect x={x} y={y - 13} width={width} height={26} rx={6} />
      <text x={x + 10} y={y + 5}>
        {words.length > 24 ? `${words.slice(0, 23)}…` : words}
      </text>
    </g>
  )
}

function Rows({ marks }: { marks: Mark[] }) {
  return (
    <table className={`${lists.conditions} ${css.rows}`} aria-label="关系明细">
      <thead>
        <tr>
          <th>相同之处</th>
          <th>会员</th>
          <th>最近</th>
        </tr>
      </thead>
      <tbody>
        {marks.flatMap(mark =>
          mark.members.map(other => (
            <tr key={`${mark.key}/${other.member_id}`}>
              <td>{markWords(mark)}</td>
              <td>
                <a href={pageOf(other.member_id)}>{other.username}</a>
              </td>
              <td>{other.at}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
