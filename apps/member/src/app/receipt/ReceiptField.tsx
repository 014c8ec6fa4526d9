import { useEffect, useMemo, useRef } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { pictures, preparePicture } from './preparePicture.ts'
import css from './receipt.module.css'

type Props = {
  picture: Blob | null
  /** Whether one is kept already, whose picture is not here. */
  kept?: boolean
  busy?: boolean
  /** What stands beside it. */
  note: string
  onChoose: (picture: Blob) => void
  onRemove?: () => void
}

/** The address of a picture while it shows. */
function usePreview(picture: Blob | null): string | null {
  const address = useMemo(() => picture && URL.createObjectURL(picture), [picture])
  useEffect(() => {
    if (address) return () => URL.revokeObjectURL(address)
  }, [address])
  return address
}

type WellProps = { picture: Blob | null; there: boolean; busy: boolean; onOpen: () => void }

function Well({ picture, there, busy, onOpen }: WellProps) {
  const preview = usePreview(picture)
  return (
    <button
      type="button"
      className={css.well}
      data-done={there || undefined}
      aria-label={there ? '更换付款凭证' : '选择付款凭证'}
      aria-busy={busy || undefined}
      onClick={onOpen}
    >
      {preview ? <img src={preview} alt="" /> : <Icon name={there ? 'check' : 'receipt'} />}
    </button>
  )
}

/** The place of a receipt: a touch takes a picture or chooses one. */
export function ReceiptField({
  picture,
  kept = false,
  busy = false,
  note,
  onChoose,
  onRemove,
}: Props) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <div className={css.field}>
      <Well
        picture={picture}
        there={kept || picture !== null}
        busy={busy}
        onOpen={() => picker.current?.click()}
      />
      <span className="grow">
        <b className="t-15">付款凭证</b>
        <span className="t-12 muted" aria-live="polite">
          {busy ? '正在上传…' : note}
        </span>
      </span>
      {picture && onRemove && !busy && (
        <IconButton icon="trash" size={20} label="移除付款凭证" onClick={onRemove} />
      )}
      <input
        ref={picker}
        type="file"
        accept={pictures}
        hidden
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void preparePicture(file).then(ready => ready && onChoose(ready))
        }}
      />
    </div>
  )
}
