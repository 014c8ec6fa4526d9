import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ConsoleGiven, ConsoleRowOf } from '@tianping/contract/console'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { amend, href, useAddress } from '../../app/address.ts'
import { useParam } from '../../app/params.ts'
import { call } from '../../app/api.ts'
import { Blank } from '../../ui/Blank.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { AgentTabs } from './AgentTabs.tsx'
import css from './tree.module.css'

const name = 'POST /api/console/agents/tree'
type Node = ConsoleRowOf<typeof name>

/** Members of a branch that are read at once. */
const BRANCH = 20

/** Who invited whom. A branch is asked for when it is opened. */
export default function TreePage() {
  const page = Math.max(1, Number(useParam('page') || 1))
  const roots = useQuery({
    queryKey: [name, page],
    queryFn: ({ signal }) => call(name, { parent: 0, page }, signal),
  })
  return (
    <Room title={<AgentTabs current="tree" />}>
      <Card title="推荐关系" flush>
        {roots.data ? <Roots page={page} roots={roots.data} /> : <Unloaded query={roots} />}
      </Card>
    </Room>
  )
}

function Roots({ page, roots }: { page: number; roots: ConsoleGiven<typeof name> }) {
  const { path } = useAddress()
  if (roots.data.length === 0) return <Blank picture="nothing" title="还没有会员推荐过别人" />
  return (
    <>
      <table className={css.tree} aria-label="推荐关系">
        <thead>
          <tr>
            <th>会员</th>
            <th>直接推荐</th>
            <th>累计存款</th>
            <th>累计流水</th>
            <th>平台输赢</th>
            <th>注册时间</th>
          </tr>
        </thead>
        <tbody>
          {roots.data.map(node => (
            <Branch key={node.id} node={node} depth={0} />
          ))}
        </tbody>
      </table>
      <Pagination
        className={css.pages ?? ''}
        size="small"
        current={page}
        total={roots.total}
        pageSize={roots.per_page}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={next => amend(path, () => `page=${next}`)}
      />
    </>
  )
}

function Branch({ node, depth }: { node: Node; depth: number }) {
  const [open, setOpen] = useState(false)
  const children = useInfiniteQuery({
    queryKey: [name, 'branch', node.id],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(name, { parent: node.id, per: BRANCH, cursor }, signal),
    initialPageParam: '',
    getNextPageParam: page => page.next || undefined,
    enabled: open,
  })
  const shown = open ? (children.data?.pages ?? []).flatMap(each => each.data) : []
  return (
    <>
      <Member node={node} depth={depth} open={open} onToggle={() => setOpen(!open)} />
      {shown.map(child => (
        <Branch key={child.id} node={child} depth={depth + 1} />
      ))}
      {open && children.hasNextPage && (
        <tr>
          <td colSpan={6}>
            <Button
              type="link"
              size="small"
              style={{ marginLeft: (depth + 1) * 22 }}
              onClick={() => void children.fetchNextPage()}
            >
              更多
            </Button>
          </td>
        </tr>
      )}
    </>
  )
}

type MemberProps = { node: Node; depth: number; open: boolean; onToggle: () => void }

function Member({ node, depth, open, onToggle }: MemberProps) {
  return (
    <tr>
      <td>
        <span className={css.name} style={{ paddingLeft: depth * 22 }}>
          <Button
            type="text"
            size="small"
            aria-label={`${open ? '收起' : '展开'} ${node.username}`}
            aria-expanded={open}
            disabled={node.invited === 0}
            icon={node.invited > 0 ? <Icon name={open ? 'down' : 'open'} size={14} /> : <i />}
            onClick={onToggle}
          />
          <a href={href(`/members/${node.id}`)}>{node.username}</a>
          {node.isagent && <Status tone="good">代理</Status>}
        </span>
      </td>
      <td>{node.invited}</td>
      <td>
        <Money amount={node.deposits} />
      </td>
      <td>
        <Money amount={node.turnover} />
      </td>
      <td>
        <Signed amount={node.result} />
      </td>
      <td>{node.joined_at}</td>
    </tr>
  )
}
