import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Input, Modal } from 'antd'
import { useDeferredValue, useState } from 'react'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Key } from '../../ui/Key.tsx'
import { go, href } from '../address.ts'
import { call } from '../api.ts'
import { useOperator } from '../session/operator.ts'
import { rooms } from '../rooms.ts'
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
        ...(found.state === 1 ? {} : { state: found.state }),
        open: found.title,
      }),
  },
  withdrawal: {
    icon: 'withdrawal',
    label: '取款',
    to: found =>
      href('/withdrawals', {
        ...(found.state === 1 ? {} : { state: found.state }),
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

/**
 * One field for everything: members, orders, transfers, bets, and the rooms themselves. Arrows
 * walk, Enter opens.
 */
export function Finder({ onClose }: { onClose: () => void }) {
  const { may } = useOperator()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const asked = useDeferredValue(text.trim())
  const search = useQuery({
    queryKey: [name, asked],
    queryFn: ({ signal }) => call(name, { q: asked }, signal),
    enabled: asked.length >= least,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    meta: { inPlace: true },
  })
  const found = asked.length >= least ? (search.data?.found ?? []) : []
  const places: Hit[] = rooms
    .filter(room => may(room.permission) && text.trim() !== '' && room.title.includes(text.trim()))
    .map(room => ({
      key: room.path,
      icon: room.icon,
      title: room.title,
      note: '打开页面',
      to: href(room.path),
    }))
  const hits: Hit[] = [
    ...places,
    ...found.map(each => ({
      key: `${each.kind}/${each.title}/${each.member_id}`,
      icon: kinds[each.kind].icon,
      title: each.title,
      note: `${kinds[each.kind].label} · ${each.note}`,
      to: kinds[each.kind].to(each),
    })),
  ]
  const current = Math.min(at, hits.length - 1)
  const open = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    go(hit.to.slice(1))
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
      className={css.modal!}
    >
      <Input
        size="large"
        variant="borderless"
        autoFocus
        value={text}
        maxLength={64}
        prefix={<Icon name="search" size={18} />}
        placeholder="会员名、ID、手机、卡尾号、地址、单号、注单号"
        aria-label="全局搜索"
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls="found"
        aria-activedescendant={hits[current] ? `found-${current}` : undefined}
        onChange={event => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') setAt(Math.min(current + 1, hits.length - 1))
          else if (event.key === 'ArrowUp') setAt(Math.max(current - 1, 0))
          else if (event.key === 'Enter') open(hits[current])
          else return
          event.preventDefault()
        }}
      />
      <ul id="found" role="listbox" aria-label="搜索结果" className={css.hits}>
        {hits.map((hit, index) => (
          <li
            key={hit.key}
            id={`found-${index}`}
            role="option"
            aria-selected={index === current}
            onMouseMove={() => setAt(index)}
            onClick={() => open(hit)}
          >
            <Icon name={hit.icon} size={16} />
            <span className={css.title}>{hit.title}</span>
            <small>{hit.note}</small>
          </li>
        ))}
      </ul>
      <p className={css.foot} role="status">
        {footOf(asked, hits.length, search.isFetching, search.error)}
        <span>
          <Key>↑</Key>
          <Key>↓</Key> 选择 <Key>Enter</Key> 打开 <Key>Esc</Key> 关闭
        </span>
      </p>
    </Modal>
  )
}

function footOf(asked: string, hits: number, busy: boolean, error: Error | null): string {
  if (asked.length < least) return '至少输入两个字'
  if (error) return error.message
  if (hits > 0) return `${hits} 项`
  return busy ? '查找中…' : '没有找到'
}
