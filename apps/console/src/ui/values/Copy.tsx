import { Tooltip } from 'antd'
import { useState } from 'react'
import { Icon } from '../Icon.tsx'
import css from './copy.module.css'

/** A number that people carry elsewhere: a press copies it. */
export function Copy({ text, children }: { text: string; children?: React.ReactNode }) {
  const [copied, setCopied] = useState(false)
  if (!text) return <>—</>
  return (
    <span className={css.copy}>
      <span className={css.text}>{children ?? text}</span>
      <Tooltip
        title={copied ? '复制成功！' : '复制'}
        onOpenChange={open => open || setCopied(false)}
      >
        <button
          type="button"
          className={css.button}
          aria-label={`复制 ${text}`}
          onClick={() => void copy(text).then(setCopied)}
        >
          <Icon name={copied ? 'done' : 'copy'} size={15} />
        </button>
      </Tooltip>
    </span>
  )
}

/** The clipboard needs a secure origin; a plain http installation falls back to a selection. */
async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}
