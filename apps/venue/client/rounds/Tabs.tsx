import { itemAt } from '../../model/present.ts'
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { ARROWS } from '../kit/arrows.ts'

type Props<K extends string> = {
  tabs: readonly (readonly [key: K, name: string])[]
  at: K
  onChange: (key: K) => void
  label: string
  className?: string
  count?: (key: K) => number
  children: ReactNode
}

/** A row of tabs over its panel; arrows move along it. */
export function Tabs<K extends string>({
  tabs,
  at,
  onChange,
  label,
  className = 'tabs',
  count,
  children,
}: Props<K>) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const key = (event: KeyboardEvent) => {
    const step = ARROWS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (tabs.findIndex(([each]) => each === at) + step + tabs.length) % tabs.length
    onChange(itemAt(tabs, next)[0])
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus()
  }
  return (
    <>
      <div className={className} role="tablist" aria-label={label} ref={row} onKeyDown={key}>
        {tabs.map(([each, name]) => {
          const marked = count?.(each) ?? 0
          return (
            <button
              type="button"
              data-quick=""
              role="tab"
              key={each}
              id={`${id}-${each}`}
              aria-controls={`${id}-panel`}
              aria-selected={each === at}
              tabIndex={each === at ? 0 : -1}
              onClick={() => onChange(each)}
            >
              {name}
              {marked > 0 && <i aria-label={`已选 ${marked} 注`}>{marked}</i>}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${at}`}>
        {children}
      </div>
    </>
  )
}
