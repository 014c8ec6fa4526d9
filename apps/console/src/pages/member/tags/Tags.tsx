import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown, Tag } from 'antd'
import { useAction } from '../../../app/useAction.ts'
import { href } from '../../../app/address.ts'
import { call, callOnce } from '../../../app/api.ts'
import { useOperator } from '../../../app/session/operator.ts'
import { Watch } from './Watch.tsx'
import type { Member } from '../memberTab.ts'
import css from './tags.module.css'

const show = 'POST /api/console/members/show'
const all = 'POST /api/console/tags/all'

/** The tags of a member, and for those who may see it whether the member is watched. */
export function Tags({ member }: { member: Member }) {
  const { may } = useOperator()
  const writes = may('member.tag')
  const set = useSet(member)
  if (member.tagged.length === 0 && !writes && !may('member.watch')) return null
  return (
    <p className={css.tags} aria-label="标签">
      {member.tagged.map(tag => (
        <Tag
          key={tag.tag_id}
          closable={writes}
          title={`${tag.set_by} 于 ${tag.set_at} 添加`}
          onClose={event => {
            event.preventDefault()
            set.mutate({ tag: tag.tag_id, on: 0 })
          }}
        >
          <a href={href('/members', { tag: tag.tag_id })}>{tag.name}</a>
        </Tag>
      ))}
      {writes && <Add member={member} onAdd={tag => set.mutate({ tag, on: 1 })} />}
      {may('member.watch') && <Watch member={member} />}
    </p>
  )
}

function useSet({ id }: Member) {
  const cache = useQueryClient()
  return useAction({
    mutationFn: ({ tag, on }: { tag: number; on: 0 | 1 }) =>
      callOnce('POST /api/console/tags/set', { tag_id: tag, ids: [id], on, remark: '' }),
    onSettled: () =>
      Promise.all([show, all].map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
}

function Add({ member, onAdd }: { member: Member; onAdd: (tag: number) => void }) {
  const tags = useQuery({
    queryKey: [all],
    queryFn: ({ signal }) => call(all, {}, signal),
    staleTime: 60_000,
  })
  const has = new Set(member.tagged.map(each => each.tag_id))
  const items = (tags.data ?? [])
    .filter(each => !has.has(each.tag_id))
    .map(each => ({ key: String(each.tag_id), label: each.name, title: each.note }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          ...items,
          { type: 'divider' as const },
          { key: 'all', label: <a href="#/members/tags">管理标签</a> },
        ],
        onClick: ({ key }) => key !== 'all' && onAdd(Number(key)),
      }}
    >
      <Button size="small" type="dashed">
        添加标签
      </Button>
    </Dropdown>
  )
}
