import type { KeyboardEvent, ReactNode } from 'react'

export type Tab<K extends string> = { key: K; label: ReactNode }
type Props<K extends string> = {
  label: string
  tabs: readonly Tab<K>[]
  value: K
  onChange: (key: K) => void
  className?: string
}

/**
 * Moves the focus along a row of tabs, or a list of options, with the arrow keys, Home and End. A
 * tab it lands on is pressed, an option is not.
 */
export function moveAlong(event: KeyboardEvent<HTMLElement>) {
  const tabs = [
    ...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"], [role="option"]:enabled'),
  ]
  const at = tabs.indexOf(document.activeElement as HTMLElement)
  const to = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: tabs.length - 1,
  }[event.key]
  if (to === undefined || at < 0) return
  event.preventDefault()
  const next = tabs.at(to % tabs.length)
  next?.focus()
  if (next?.role === 'tab') next.click()
}

/** A row of tabs with a line under the chosen one. */
export const Tabs = <K extends string>({
  label,
  tabs,
  value,
  onChange,
  className = 'tabs',
}: Props<K>) => (
  <div className={className} role="tablist" aria-label={label} onKeyDown={moveAlong}>
    {tabs.map(tab => (
      <button
        key={tab.key}
        type="button"
        role="tab"
        aria-selected={tab.key === value}
        tabIndex={tab.key === value ? 0 : -1}
        onClick={() => onChange(tab.key)}
      >
        {tab.label}
      </button>
    ))}
  </div>
)

/** The same as one control: two or three tabs that share a line. */
export const Segment = <K extends string>(props: Omit<Props<K>, 'className'>) => (
  <Tabs {...props} className="segment" />
)
