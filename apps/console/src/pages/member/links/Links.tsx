import { useQuery } from '@tanstack/react-query'
import { LINK_MARKS, LINK_MEMBERS } from '@tianping/contract/member/facts'
import { Button } from 'antd'
import { href } from '../../../app/address.ts'
import { useParam } from '../../../app/params.ts'
import { call } from '../../../app/api.ts'
import { Card } from '../../../ui/Room.tsx'
import { Unloaded } from '../../shared/Unloaded.tsx'
import type { MemberTabProps } from '../memberTab.ts'
import { listOf, markWords, marksOf, restWords, type Mark } from './marks.ts'
import { Picture } from './Picture.tsx'
import lists from '../../../parts/list/lists.module.css'
import css from './links.module.css'

const name = 'POST /api/console/members/links'
const show = 'POST /api/console/members/show'

/** What a member shares with others. The graph can be drawn around another one on this page. */
export function Links({ member }: MemberTabProps) {
  const asked = Number(useParam('of'))
  const isOther = Number.isSafeInteger(asked) && asked > 0 && asked !== member.id
  return isOther ? (
    <Around key={asked} id={asked} page={member} />
  ) : (
    <Shared id={member.id} username={member.username} page={member} />
  )
}

type Page = MemberTabProps['member']
const around = (page: Page, id: number) =>
  href(`/members/${page.id}`, { tab: 'links', ...(id === page.id ? {} : { of: id }) })

function Around({ id, page }: { id: number; page: Page }) {
  const center = useQuery({
    queryKey: [show, id],
    queryFn: ({ signal }) => call(show, { id }, signal),
  })
  return center.data ? (
    <Shared id={id} username={center.data.username} page={page} />
  ) : (
    <Unloaded query={center} />
  )
}

function Shared({ id, username, page }: { id: number; username: string; page: Page }) {
  const links = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id }, signal),
  })
  if (!links.data) return <Unloaded query={links} />
  const marks = marksOf(links.data)
  const way = id === page.id ? null : <Way id={id} username={username} page={page} />
  if (marks.length === 0)
    return (
      <Card title="关系" extra={way}>
        没有与其他会员相同的设备、地址、账号或推荐
        <Bounds />
      </Card>
    )
  return (
    <>
      <Card title={way ? `关系图：以 ${username} 为中心` : '关系图'} extra={way}>
        <Picture
          own={{ id, username }}
          page={page.id}
          marks={marks}
          around={each => around(page, each)}
        />
        <Bounds hint="点图中的会员，以其为中心。" />
      </Card>
      <Card title="关系明细" flush>
        <Rows marks={marks} center={id} />
      </Card>
    </>
  )
}

/** Where one is, and the ways from there. */
const Way = ({ id, username, page }: { id: number; username: string; page: Page }) => (
  <span className={css.way}>
    <Button size="small" href={around(page, page.id)}>
      {`回到 ${page.username}`}
    </Button>
    <Button size="small" href={href(`/members/${id}`, { tab: 'links' })}>
      {`打开 ${username}`}
    </Button>
  </span>
)

const BOUNDS = `只看最近 ${LINK_MARKS} 个设备、${LINK_MARKS} 条登录地址；每个相同之处列出 ${LINK_MEMBERS} 人。`
const Bounds = ({ hint = '' }) => <p className={css.bounds}>{BOUNDS + hint}</p>

function Rows({ marks, center }: { marks: Mark[]; center: number }) {
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
        {marks.flatMap(mark => [
          ...mark.members.map(other => (
            <tr key={`${mark.key}/${other.member_id}`}>
              <td>{markWords(mark)}</td>
              <td>
                <a href={href(`/members/${other.member_id}`, { tab: 'links' })}>{other.username}</a>
              </td>
              <td>{other.at}</td>
            </tr>
          )),
          restWords(mark) && <Rest key={mark.key} mark={mark} center={center} />,
        ])}
      </tbody>
    </table>
  )
}

function Rest({ mark, center }: { mark: Mark; center: number }) {
  const list = listOf(mark, center)
  return (
    <tr>
      <td>{markWords(mark)}</td>
      <td>{list ? <a href={list}>{restWords(mark)}</a> : restWords(mark)}</td>
      <td />
    </tr>
  )
}
