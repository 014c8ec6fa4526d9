import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { reviewState } from '@tianping/contract/facts'
import { Input, Modal } from 'antd'
import { useDeferredValue, useState, type KeyboardEvent } from 'react'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Key } from '../../ui/Key.tsx'
import { go, href } from '../address.ts'
import { call } from '../api.ts'
import { useOperator } from '../session/operator.ts'
import { useEnters } from '../useBrands.ts'
import { rooms } from '../rooms.ts'
import { wayIn, wayTo, type MemberWay } from './memberWays.ts'
import { typedAhead } from './typedAhead.ts'
// The keys that open it are there before a room is.
import 'virtual:antd/rooms.css'
import css from './finder.module.css'

type Found = ConsoleGiven<'POST /api/console/search'>['found'][number]
type Hit = { key: string; icon: IconName; title: string; note: string; to: string }

const name = 'POST /api/console/search'
const least = 2
const kinds: Record<
  Found['kind'],
  { icon: IconName; label: string; to: (found: Found) => string }
> = {
  member: { icon: 'members', label: '会员', to: found => href(`/members/${found.member_id}`) },
  deposit: {
    icon: 'deposit',
    label: '存款',
    to: found =>
      href('/deposits', {
        ...(found.state === reviewState.waiting ? {} : { state: found.state }),
        open: found.title,
      }),
  },
  withdrawal: {
    icon: 'withdrawal',
    label: '取款',
    to: found =>
      href('/withdrawals', {
        ...(found.state === reviewState.waiting ? {} : { state: found.state }),
        open: found.title,
      }),
  },
  transfer: {
    icon: 'venues',
    label: '转账',
    to: found => href('/venues', { tab: 'transfers', q: found.title }),
  },
  bet: { icon: 'venues', label: '注单', to: found => href('/bets', { q: found.title }) },
}

const hitOf = (found: Found): Hit => {
  const { icon, label, to } = kinds[found.kind]
  return {
    key: `${found.kind}/${found.title}/${found.member_id}`,
    icon,
    title: found.title,
    note: `${label} · ${found.note}`,
    to: to(found),
  }
}

/** Straight to what one wants of a member. */
const wayHit = (found: Found, way: MemberWay): Hit[] =>
  found.kind === 'member'
    ? [
        {
          ...hitOf(found),
          key: `way/${found.member_id}`,
          note: way.title,
          to: wayTo(found.member_id, way),
        },
      ]
    : []

/** What matches the text: rooms at once, the rest as the server finds it. */
function useHits(text: string) {
  const enters = useEnters()
  const { may } = useOperator()
  const { text: asked, way } = wayIn(useDeferredValue(text))
  const search = useQuery({
    queryKey: [name, asked],
    queryFn: ({ signal }) => call(name, { q: asked }, signal),
    enabled: asked.length >= least,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    meta: { inPlace: true },
  })
  const places: Hit[] = rooms
    .filter(room => enters(room) && text !== '' && room.title.includes(text))
    .map(room => ({
      key: room.path,
      icon: room.icon,
      title: room.title,
      note: '打开页面',
      to: href(room.path),
    }))
  const found = asked.length >= least ? (search.data?.found ?? []) : []
  const open = way && may(way.permission) ? found.flatMap(each => wayHit(each, way)) : []
  const hits = [...places, ...open, ...found.map(hitOf)]
  return { hits, foot: footOf(asked, hits.length, search.isFetching, search.error) }
}

/**
 * One field for everything: members, orders, transfers, bets, and the rooms themselves. Arrows
 * walk, Enter opens.
 */
export function Finder({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { hits, foot } = useHits(text.trim())
  const current = Math.min(at, hits.length - 1)
  const open = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    go(hit.to.slice(1))
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(current + 1, hits.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(current - 1, 0))
    else if (event.key === 'Enter') open(hits[current])
    else return
    event.preventDefault()
  }
  return (
    <Modal
      open
      width={620}
      title={null}
      footer={null}
      closable={false}
      onCancel={onClose}
      style={{ top: 80 }}
      aria-label="全局搜索"
      className={css.modal}
    >
      <Input
        size="large"
        variant="borderless"
        autoFocus
        value={text}
        maxLength={64}
        prefix={<Icon name="search" size={18} />}
        placeholder="会员名、ID、手机、卡尾号、单号；会员名后可加 暂停、存款、时间线…"
        aria-label="全局搜索"
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls="found"
        aria-activedescendant={hits[current] ? `found-${current}` : undefined}
        onChange={event => {
          setText(event.target.value)
          setAt(0)
        }}
        onFocus={() => {
          const ahead = typedAhead()
          if (ahead) setText(before => before + ahead)
        }}
        onKeyDown={press}
      />
      <Hits hits={hits} current={current} onPoint={setAt} onOpen={open} />
      <p className={css.foot} role="status">
        {foot}
        <span>
          <Key>↑</Key>
          <Key>↓</Key> 选择 <Key>Enter</Key> 打开 <Key>Esc</Key> 关闭
        </span>
      </p>
    </Modal>
  )
}

function Hits({
  hits,
  current,
  onPoint,
  onOpen,
}: {
  hits: Hit[]
  current: number
  onPoint: (index: number) => void
  onOpen: (hit: Hit) => void
}) {
  return (
    <ul id="found" role="listbox" aria-label="搜索结果" className={css.hits}>
      {hits.map((hit, index) => (
        <li
          key={hit.key}
          id={`found-${index}`}
          role="option"
          aria-selected={index === current}
          onMouseMove={() => onPoint(index)}
          onClick={() => onOpen(hit)}
        >
          <Icon name={hit.icon} size={16} />
          <span className={css.title}>{hit.title}</span>
          <small>{hit.note}</small>
        </li>
      ))}
    </ul>
  )
}

function footOf(asked: string, hits: number, busy: boolean, error: Error | null): string {
  if (asked.length < least) return '至少输入两个字'
  if (error) return error.message
  if (hits > 0) return `${hits} 项`
  return busy ? '查找中…' : '没有找到'
}
