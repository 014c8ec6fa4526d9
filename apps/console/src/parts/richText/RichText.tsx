import { Button, Input, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { cleanHtml } from './cleanHtml.ts'
import css from './richText.module.css'

const tools: { label: string; text: string; command: string; value?: string }[] = [
  { label: '加粗', text: 'B', command: 'bold' },
  { label: '斜体', text: 'I', command: 'italic' },
  { label: '下划线', text: 'U', command: 'underline' },
  { label: '标题', text: '标题', command: 'formatBlock', value: 'h3' },
  { label: '正文', text: '正文', command: 'formatBlock', value: 'p' },
  { label: '无序列表', text: '• 列表', command: 'insertUnorderedList' },
  { label: '有序列表', text: '1. 列表', command: 'insertOrderedList' },
  { label: '清除格式', text: '清除格式', command: 'removeFormat' },
]

/**
 * Text with headings, lists and links, as members will read it; its HTML can be written as well.
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
  const place = useRef<HTMLDivElement>(null)
  const written = useRef('')
  const [source, setSource] = useState(false)
  // What stands in the field is only replaced when it came from elsewhere: the caret would jump.
  useEffect(() => {
    if (source || !place.current || value === written.current) return
    written.current = value
    place.current.innerHTML = cleanHtml(value)
  }, [value, source])
  const tell = () => {
    const html = cleanHtml(place.current!.innerHTML)
    written.current = html
    if (html.length <= max) onChange(html)
  }
  const run = (command: string, argument?: string) => {
    place.current!.focus()
    document.execCommand(command, false, argument)
    tell()
  }
  const link = () => {
    const address = prompt('链接地址（https://… 或 /…）')
    if (address && /^(https:\/\/|\/)/.test(address)) run('createLink', address)
  }
  const toggle = () => {
    written.current = ''
    setSource(!source)
  }
  return (
    <div className={css.rich}>
      <div className={css.tools} role="toolbar" aria-label={`${label}工具`}>
        {!source &&
          tools.map(tool => (
            <Tooltip key={tool.label} title={tool.label}>
              <Button
                size="small"
                type="text"
                aria-label={tool.label}
                onMouseDown={event => event.preventDefault()}
                onClick={() => run(tool.command, tool.value)}
              >
                {tool.text}
              </Button>
            </Tooltip>
          ))}
        {!source && (
          <Button
            size="small"
            type="text"
            onMouseDown={event => event.preventDefault()}
            onClick={link}
          >
            链接
          </Button>
        )}
        <span className={css.push} />
        <Button size="small" type="text" onClick={toggle}>
          {source ? '所见即所得' : 'HTML'}
        </Button>
      </div>
      {source ? (
        <Input.TextArea
          aria-label={label}
          value={value}
          rows={14}
          maxLength={max}
          onChange={event => onChange(event.target.value)}
        />
      ) : (
        <div
          ref={place}
          className={css.text}
          role="textbox"
          aria-multiline="true"
          aria-label={label}
          contentEditable
          suppressContentEditableWarning
          onInput={tell}
          onPaste={event => {
            event.preventDefault()
            const html = event.clipboardData.getData('text/html')
            document.execCommand(
              'insertHTML',
              false,
              cleanHtml(
                html ||
                  event.clipboardData
                    .getData('text/plain')
                    .replace(/[&<>]/g, each => `&#${each.charCodeAt(0)};`),
              ),
            )
            tell()
          }}
        />
      )}
    </div>
  )
}
