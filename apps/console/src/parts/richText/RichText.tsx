import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { late } from '../../app/late.tsx'
import { Toolbar } from './Toolbar.tsx'
import css from './richText.module.css'

const TextEditor = late(async () => (await import('./TextEditor.tsx')).TextEditor)
// Rooms with texts are seldom entered for anything else.
void TextEditor.load()

/**
 * Text with headings, lists and links, as members will read it; its HTML can be written as well.
 * What the editor cannot show is left to its HTML, so that opening a text never changes it.
 */
export function RichText({
  value,
  label,
  max,
  onChange,
}: {
  value: string
  label: string
  max: number
  onChange: (html: string) => void
}) {
  const [mode, setMode] = useState<'text' | 'source' | 'unfit'>('text')
  const toggle = (
    <Button size="small" type="text" onClick={() => setMode(mode === 'text' ? 'source' : 'text')}>
      {mode === 'text' ? 'HTML' : '所见即所得'}
    </Button>
  )
  if (mode === 'text')
    return (
      <div className={css.rich}>
        <TextEditor
          value={value}
          label={label}
          max={max}
          onChange={onChange}
          onUnfit={() => setMode('unfit')}
        >
          {toggle}
        </TextEditor>
      </div>
    )
  return (
    <div className={css.rich}>
      <Toolbar label={label}>{toggle}</Toolbar>
      {mode === 'unfit' && (
        <Alert type="info" banner title="正文含有编辑器无法显示的内容，请直接修改 HTML" />
      )}
      <Input.TextArea
        aria-label={label}
        value={value}
        rows={14}
        maxLength={max}
        onChange={event => onChange(event.target.value)}
      />
    </div>
  )
}
