import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/picture/Icon.tsx'
import { moveAlong } from '../../ui/Tabs.tsx'
import type { Method } from './methods.ts'
import css from './recharge.module.css'

type Props = { methods: readonly Method[]; value: string; onChange: (key: string) => void }

/** The ways to pay as a row of tiles; the chosen one is always in sight. */
export function MethodTabs({ methods, value, onChange }: Props) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tile = row.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (tile && row.current)
      row.current.scrollLeft = tile.offsetLeft - (row.current.clientWidth - tile.offsetWidth) / 2
  }, [value])
  return (
    <div
      ref={row}
      className={css.methods}
      role="tablist"
      aria-label="存款方式"
      onKeyDown={moveAlong}
    >
      {methods.map(({ key, label, icon, look }) => (
        <button
          key={key}
          type="button"
          role="tab"
          className={css[look]}
          aria-selected={key === value}
          tabIndex={key === value ? 0 : -1}
          onClick={() => onChange(key)}
        >
          <span>
            <Icon name={icon} size={20} />
          </span>
          {label}
        </button>
      ))}
    </div>
  )
}
