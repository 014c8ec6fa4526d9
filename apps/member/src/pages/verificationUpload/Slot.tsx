import { documentKinds, type DocumentKind } from '@tianping/contract/verification/facts'
import { useRef } from 'react'
import type { Verification } from '../../app/verification/useVerification.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/picture/Icon.tsx'
import { accepted } from '../../app/files/picture.ts'
import { useRemove, useUpload } from './useUpload.ts'
import css from './verificationUpload.module.css'

export type Document = NonNullable<Verification['case']>['documents'][number]
type Props = { kind: DocumentKind; documents: readonly Document[]; missing: boolean }

function textOf(busy: boolean, count: number): string {
  if (busy) return '正在上传…'
  if (count === 0) return '点击拍照或选择文件'
  return count > 1 ? `已上传 ${count} 份，可继续添加` : '已上传，可重拍'
}

/** The place of one document: a touch takes a picture or a file. */
export function Slot({ kind, documents, missing }: Props) {
  const picker = useRef<HTMLInputElement>(null)
  const { preview, busy, choose } = useUpload(kind)
  const remove = useRemove()
  const last = documents.at(-1)
  const label = documentKinds[kind]
  return (
    <div className={css.slot}>
      <button
        type="button"
        className={css.well}
        data-missing={missing || undefined}
        data-done={last !== undefined || undefined}
        aria-label={`上传${label}`}
        aria-busy={busy || undefined}
        onClick={() => picker.current?.click()}
      >
        {preview ? (
          <img src={preview} alt="" />
        ) : (
          <Icon name={last ? 'check' : 'idcard'} size={24} />
        )}
      </button>
      <span className={css.name}>
        <b className="t-13">{label}</b>
        {last && !busy && (
          <IconButton
            icon="trash"
            size={16}
            label={`删除${label}`}
            onClick={() => remove.run({ id: last.id })}
          />
        )}
      </span>
      <span className={`t-12 ${missing ? css.bad : 'faint'}`} aria-live="polite">
        {textOf(busy, documents.length)}
      </span>
      <input
        ref={picker}
        type="file"
        accept={accepted}
        hidden
        onChange={event => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void choose(file)
        }}
      />
    </div>
  )
}
