import type { Editor } from '@tiptap/core'
import { Button, Modal } from 'antd'
import { Suspense, useState } from 'react'
import { LazyPicker } from '../media/PickButton.tsx'
import { TargetField } from '../targets/TargetField.tsx'
import { isPlainAddress } from './cleanHtml.ts'
import css from './richText.module.css'

export type Inserting = 'link' | 'picture' | null

/** What asks before something is put into a text: where a link leads, or which picture. */
export function Insert({
  editor,
  what,
  onClose,
}: {
  editor: Editor
  what: Inserting
  onClose: () => void
}) {
  if (what === 'link') return <LinkDialog editor={editor} onClose={onClose} />
  if (what === null) return null
  return (
    <Suspense fallback={null}>
      <LazyPicker
        onPick={({ popup, alt }) => {
          onClose()
          const attrs = { src: popup.src, alt }
          editor.chain().focus().insertContent({ type: 'picture', attrs }).run()
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}

function setLink(editor: Editor, address: string) {
  const chain = editor.chain().focus().extendMarkRange('link')
  if (address === '') chain.unsetMark('link').run()
  else if (isPlainAddress(address)) chain.setMark('link', { href: address }).run()
}

function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const [address, set] = useState(String(editor.getAttributes('link')['href'] ?? ''))
  return (
    <Modal open title="链接" width={520} centered destroyOnHidden footer={null} onCancel={onClose}>
      <div className={css.link}>
        <TargetField label="链接到" value={address} onChange={set} />
        <div className={css.linkButtons}>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            disabled={address !== '' && !isPlainAddress(address)}
            onClick={() => {
              onClose()
              setLink(editor, address)
            }}
          >
            确定
          </Button>
        </div>
      </div>
    </Modal>
  )
}
