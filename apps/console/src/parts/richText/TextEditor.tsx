import { Editor } from '@tiptap/core'
import { Button, Tooltip } from 'antd'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { cleanHtml } from './cleanHtml.ts'
import { extensionsFor } from './extensions.ts'
import { Insert, type Inserting } from './Insert.tsx'
import { Toolbar } from './Toolbar.tsx'
import { editableHtml, readsSame, storedHtml } from './storedHtml.ts'
import css from './richText.module.css'

type Tool = {
  label: string
  text: string
  run?: (editor: Editor) => unknown
  /** Asks something first. */
  asks?: Inserting
  /** The mark or block that the tool gives, with what tells it from others of its kind. */
  gives?: [name: string, attributes?: { level: number }]
}

const tools: Tool[] = [
  { label: '加粗', text: 'B', run: at => at.commands.toggleBold(), gives: ['bold'] },
  { label: '斜体', text: 'I', run: at => at.commands.toggleItalic(), gives: ['italic'] },
  { label: '下划线', text: 'U', run: at => at.commands.toggleUnderline(), gives: ['underline'] },
  {
    label: '标题',
    text: '标题',
    run: at => at.commands.setHeading({ level: 3 }),
    gives: ['heading', { level: 3 }],
  },
  { label: '正文', text: '正文', run: at => at.commands.setParagraph(), gives: ['paragraph'] },
  {
    label: '无序列表',
    text: '• 列表',
    run: at => at.commands.toggleBulletList(),
    gives: ['bulletList'],
  },
  {
    label: '有序列表',
    text: '1. 列表',
    run: at => at.commands.toggleOrderedList(),
    gives: ['orderedList'],
  },
  { label: '清除格式', text: '清除格式', run: at => at.commands.unsetAllMarks() },
  { label: '链接', text: '链接', asks: 'link', gives: ['link'] },
  { label: '图片', text: '图片', asks: 'picture' },
]

const newEditor = (value: string, label: string, max: number) =>
  new Editor({
    element: null,
    content: editableHtml(value),
    extensions: extensionsFor(max),
    // The page's content policy and its own style sheet are enough.
    injectCSS: false,
    // Neither "1. " nor a pasted address turns into something that nobody asked for.
    enableInputRules: false,
    enablePasteRules: false,
    editorProps: {
      attributes: {
        class: css.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      // What the editor itself copied says where it was cut; the extensions hold it to the markup.
      transformPastedHTML: html => (html.includes('data-pm-slice') ? html : cleanHtml(html)),
    },
  })

/** The state of the editor, whose every change draws the tools anew. */
const useEditorState = (editor: Editor) =>
  useSyncExternalStore(
    changed => {
      editor.on('transaction', changed)
      return () => void editor.off('transaction', changed)
    },
    () => editor.state,
  )

/** Keeps the editor and the value in step; a value from elsewhere replaces what stands there. */
function useEditor({ value, label, max, onChange, onUnfit }: TextEditorProps) {
  const [editor] = useState(() => newEditor(value, label, max))
  const place = useRef<HTMLDivElement>(null)
  const known = useRef(value)
  const tell = useEffectEvent(() => {
    known.current = storedHtml(editor.state.doc)
    onChange(known.current)
  })
  const check = useEffectEvent(() => {
    if (!readsSame(value, storedHtml(editor.state.doc))) onUnfit()
  })
  useEffect(() => {
    if (place.current) editor.mount(place.current)
    editor.on('update', tell)
    check()
    return () => {
      editor.off('update', tell)
      editor.unmount()
    }
  }, [editor])
  useEffect(() => {
    if (value === known.current) return
    known.current = value
    editor.commands.setContent(editableHtml(value), { emitUpdate: false })
    check()
  }, [editor, value])
  return { editor, place }
}

export type TextEditorProps = {
  value: string
  label: string
  max: number
  onChange: (html: string) => void
  /** The value holds what the editor cannot show. */
  onUnfit: () => void
  /** Stands at the end of the tools. */
  children: ReactNode
}

/** The text as members read it, with its tools. */
export function TextEditor(props: TextEditorProps) {
  const { editor, place } = useEditor(props)
  useEditorState(editor)
  const [asking, ask] = useState<Inserting>(null)
  return (
    <>
      <Toolbar
        label={props.label}
        tools={tools.map(tool => (
          <ToolButton key={tool.label} tool={tool} editor={editor} ask={ask} />
        ))}
      >
        {props.children}
      </Toolbar>
      <div ref={place} />
      <Insert editor={editor} what={asking} onClose={() => ask(null)} />
    </>
  )
}

type ToolProps = { tool: Tool; editor: Editor; ask: (what: Inserting) => void }

function ToolButton({ tool: { label, text, run, asks, gives }, editor, ask }: ToolProps) {
  return (
    <Tooltip title={label}>
      <Button
        size="small"
        type="text"
        aria-label={label}
        {...(gives ? { 'aria-pressed': editor.isActive(...gives) } : {})}
        onMouseDown={event => event.preventDefault()}
        onClick={() => {
          if (asks) return ask(asks)
          editor.commands.focus()
          run?.(editor)
        }}
      >
        {text}
      </Button>
    </Tooltip>
  )
}
