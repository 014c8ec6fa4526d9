import type { MediaSize } from '@tianping/contract/media/facts'
import { Input } from 'antd'
import type { MediaPicture } from './calls.ts'
import { PickButton } from './PickButton.tsx'
import css from './media.module.css'

/** The address of a picture: from the library, or written by hand. */
export function PictureField({
  label,
  value,
  size,
  disabled = false,
  onChange,
}: {
  label: string
  value: string
  /** Which of its sizes is shown here. */
  size: MediaSize
  disabled?: boolean
  onChange: (src: string, picture?: MediaPicture) => void
}) {
  return (
    <div className={css.field}>
      {value !== '' && <img src={value} alt="" />}
      <Input
        aria-label={label}
        value={value}
        maxLength={300}
        disabled={disabled}
        placeholder="/art/… 或 https://…"
        onChange={event => onChange(event.target.value)}
      />
      <PickButton disabled={disabled} onPick={picture => onChange(picture[size].src, picture)} />
    </div>
  )
}
