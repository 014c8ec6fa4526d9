import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState, type ReactNode } from 'react'
import { useAction } from '../../app/useAction.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { useMessage } from '../../ui/above.ts'
import { Dialog } from './Dialog.tsx'
import css from './form.module.css'

export type Keys = { id: string; sign: string; verify: string; remark: string }
type Props = {
  /** Whose keys. */
  name: string
  /** The names of the keys; empty for one that this interface has not. */
  label: { sign: string; verify: string }
  longest: number
  /** Keys of this interface have a number of their own. */
  numbered?: boolean
  send: (keys: Keys) => Promise<unknown>
  /** The calls whose answers are old afterwards. */
  stale: readonly string[]
  onClose: () => void
  /** What follows when the keys are handed in. */
  children: ReactNode
}

/** Keys leave the browser once and are never shown again; what was typed is kept nowhere. */
export function KeyForm({
  name,
  label,
  longest,
  numbered = false,
  send,
  stale,
  onClose,
  children,
}: Props) {
  const [keys, setKeys] = useState<Keys>({ id: '', sign: '', verify: '', remark: '' })
  const typed = (part: keyof Keys) => (event: { target: { value: string } }) =>
    setKeys({ ...keys, [part]: event.target.value })
  const cache = useQueryClient()
  const message = useMessage()
  const sending = useAction({
    mutationFn: () => send({ ...keys, id: keys.id.trim(), remark: keys.remark.trim() }),
    meta: { inPlace: true },
    onSuccess: () => {
      onClose()
      void message.success('已提交，等待另一位同事批准')
    },
    onSettled: () => Promise.all(stale.map(call => cache.invalidateQueries({ queryKey: [call] }))),
  })
  const area = (part: 'sign' | 'verify') => (
    <label>
      <span>{label[part]}</span>
      <Input.TextArea
        value={keys[part]}
        rows={4}
        maxLength={longest}
        autoComplete="off"
        spellCheck={false}
        onChange={typed(part)}
      />
    </label>
  )
  const line = (part: 'id' | 'remark', title: string, most: number) => (
    <label>
      <span>{title}</span>
      <Input value={keys[part]} maxLength={most} onChange={typed(part)} />
    </label>
  )
  return (
    <Dialog title={`${name}的密钥`} width={520} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (!sending.isPending) sending.mutate()
        }}
      >
        <p className={css.about}>{children}</p>
        {numbered && line('id', '密钥编号', 40)}
        {area('sign')}
        {label.verify !== '' && area('verify')}
        {line('remark', '说明', 200)}
        {sending.error && <ActionError error={sending.error} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" htmlType="submit" loading={sending.isPending}>
            提交
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
