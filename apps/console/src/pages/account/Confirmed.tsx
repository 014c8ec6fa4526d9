import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { Dialog } from '../shared/Dialog.tsx'
import css from './account.module.css'

export type Asked = {
  title: string
  sentence: string
  confirm: string
  danger?: boolean
  /** A name that is asked for besides. */
  label?: string
  run: (password: string, label: string) => Promise<unknown>
}

/** Asks for the own password, and does what was asked with it. */
export function Confirmed({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [label, setLabel] = useState('')
  const run = useAction({
    mutationFn: () => asked.run(password, label.trim()),
    meta: { inPlace: true },
    onSuccess: onClose,
  })
  const ready = password !== '' && (asked.label === undefined || label.trim() !== '')
  return (
    <Dialog title={asked.title} width={420} onClose={onClose}>
      <form
        className={css.form}
        onSubmit={event => {
          event.preventDefault()
          if (ready && !run.isPending) run.mutate()
        }}
      >
        <p>{asked.sentence}</p>
        {asked.label !== undefined && (
          <label>
            <span>{asked.label}</span>
            <Input
              value={label}
              maxLength={40}
              autoFocus
              onChange={event => setLabel(event.target.value)}
            />
          </label>
        )}
        <label>
          <span>当前密码</span>
          <Input.Password
            value={password}
            maxLength={128}
            autoComplete="current-password"
            autoFocus={asked.label === undefined}
            onChange={event => setPassword(event.target.value)}
          />
        </label>
        {run.error && <Alert type="error" showIcon title={run.error.message} />}
        <div className={css.buttons}>
          <Button onClick={onClose}>取消</Button>
          <Button
            type="primary"
            danger={asked.danger ?? false}
            htmlType="submit"
            disabled={!ready}
            loading={run.isPending}
          >
            {asked.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
