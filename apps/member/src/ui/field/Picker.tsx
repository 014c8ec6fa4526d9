import type { ReactNode } from 'react'
import { Icon } from '../picture/Icon.tsx'
import { moveAlong } from '../Tabs.tsx'
import { Sheet } from '../layer/Sheet.tsx'

export type Choice<K extends string> = {
  key: K
  label: string
  /** Stands before the label: a picture. */
  mark?: ReactNode
  note?: ReactNode
  disabled?: boolean
}
type Props<K extends string> = {
  open: boolean
  title: string
  choices: readonly Choice<K>[]
  value: K | undefined
  onChoose: (key: K) => void
  onClose: () => void
  /** Shown when there is nothing to choose. */
  empty?: ReactNode
  /** Stands below the list: the way to one that is not in it yet. */
  foot?: ReactNode
}

/** A sheet with a list to choose one from; choosing closes it. */
export const Picker = <K extends string>({
  open,
  title,
  choices,
  value,
  onChoose,
  onClose,
  empty,
  foot,
}: Props<K>) => (
  <Sheet open={open} title={title} onClose={onClose}>
    {choices.length === 0 && empty}
    <div role="listbox" aria-label={title} onKeyDown={moveAlong}>
      {choices.map(({ key, label, mark, note, disabled }) => (
        <button
          key={key}
          type="button"
          role="option"
          className="pick"
          aria-selected={key === value}
          disabled={disabled}
          onClick={() => {
            onChoose(key)
            onClose()
          }}
        >
          {mark}
          {label}
          {note !== undefined && <span className="t-13 muted note-end">{note}</span>}
          <span className="tick">
            <Icon name="check" size={20} />
          </span>
        </button>
      ))}
    </div>
    {foot}
  </Sheet>
)
