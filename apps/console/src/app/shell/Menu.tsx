import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { useCounts } from '../counts.ts'
import type { Counter, Counts } from '../live.ts'
import { isOn, useChosen } from '../notices.ts'
import { groupTitles, menuFor, type MenuGroup, type Room } from '../rooms.ts'
import { useEnters } from '../useBrands.ts'
import css from './shell.module.css'

/** Rooms up to here stand in the menu without closing a group. */
const MOST_OPEN = 14

const waitingIn = ({ counts = {} }: Room, data: Counts | undefined) =>
  Object.keys(counts).reduce((sum, counter) => sum + (data?.[counter as Counter] ?? 0), 0)

/** What the window's title counts: the queues that were not left out. */
function useTitled(rooms: Room[], data: Counts | undefined): number {
  const chosen = useChosen()
  return rooms
    .flatMap(({ counts = {} }) => Object.keys(counts) as Counter[])
    .filter(counter => isOn(chosen, counter, 'title'))
    .reduce((sum, counter) => sum + (data?.[counter] ?? 0), 0)
}

/** The rooms one may enter, in groups; the group of the room one is in is open. */
export function Menu({ room }: { room: Room | null }) {
  const { data } = useCounts()
  const parts = menuFor(useEnters())
  // What was looked into counts until one goes to another room.
  const [looked, look] = useState<{ group: MenuGroup; from: Room | null } | null>(null)
  const opened = looked?.from === room ? looked?.group : undefined
  const countOf = (each: Room) => waitingIn(each, data)
  const rooms = parts.flat()
  const waiting = useTitled(rooms, data)
  const title = room?.title ?? ''
  useEffect(() => {
    document.title = `${waiting ? `(${waiting}) ` : ''}${title ? `${title} · ` : ''}天平后台`
  }, [waiting, title])
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [room])
  const isOpen = (group: MenuGroup | null) =>
    rooms.length <= MOST_OPEN || group === 'desk' || group === room?.group || group === opened
  return (
    <nav ref={nav} className={css.menu} aria-label="主菜单">
      {parts.map(part => (
        <Part
          key={part[0]?.group}
          group={part[0]?.group ?? 'desk'}
          rooms={part}
          open={isOpen(part[0]?.group ?? null)}
          onOpen={group => look(group === opened ? null : { group, from: room })}
          current={room}
          countOf={countOf}
        />
      ))}
    </nav>
  )
}

type PartProps = {
  group: MenuGroup
  rooms: Room[]
  open: boolean
  onOpen: (group: MenuGroup) => void
  current: Room | null
  countOf: (room: Room) => number
}

function Part({ group, rooms, open, onOpen, current, countOf }: PartProps) {
  const waiting = rooms.reduce((sum, each) => sum + countOf(each), 0)
  const title = groupTitles[group]
  return (
    <div className={css.part} data-open={open}>
      {title && (
        <button
          type="button"
          className={css.group}
          aria-expanded={open}
          onClick={() => onOpen(group)}
        >
          <span className={css.label}>{title}</span>
          {!open && waiting > 0 && <Count count={waiting} />}
        </button>
      )}
      {rooms.map(each => (
        <MenuLink key={each.path} room={each} count={countOf(each)} current={each === current} />
      ))}
    </div>
  )
}

/** Who points at a room is likely to enter it: its code is asked for before the press. */
function MenuLink({ room, count, current }: { room: Room; count: number; current: boolean }) {
  const ahead = () => void room.page.load()
  return (
    <a
      href={`#${room.path}`}
      className={css.room}
      aria-current={current ? 'page' : undefined}
      onPointerEnter={ahead}
      onFocus={ahead}
    >
      <Icon name={room.icon} />
      <span className={css.label}>{room.title}</span>
      {count > 0 && <Count count={count} />}
    </a>
  )
}

const Count = ({ count }: { count: number }) => (
  <span className={css.count} aria-label={`${count} 项待办`}>
    {count > 999 ? '999+' : count}
  </span>
)
