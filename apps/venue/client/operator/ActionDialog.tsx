import { useEffect, useRef, useState } from 'react'
import type { Ask } from './useOperator.ts'

export type ActionRequest = {
  title: string
  /** What it will do, before it is done. */
  effect: string
  path: string
  body: object
  danger?: boolean
  /** What may be done with it: the field that says so, ticked at first. */
  option?: { field: string; label: string }
}

type Progress = { busy: boolean; done: object | null; trouble: string }
type Props = { request: ActionRequest; ask: Ask; onClose: (done: boolean) => void }

/** Asks for a reason, does it, and shows what was done. */
export function ActionDialog({ request, ask, onClose }: Props) {
  const box = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState('')
  const [ticked, setTicked] = useState(true)
  const { busy, done, trouble, run } = useAction(request, ask)
  useEffect(() => {
    box.current?.showModal()
  }, [])
  return (
    <dialog ref={box} onClose={() => onClose(done !== null)}>
      <h2>{request.title}</h2>
      <p>{request.effect}</p>
      {done ? <Done done={done} /> : <Reason reason={reason} onChange={setReason} />}
      {!done && request.option && (
        <label className="tick">
          <input
            type="checkbox"
            checked={ticked}
            onChange={event => setTicked(event.target.checked)}
          />
          {request.option.label}
        </label>
      )}
      {trouble && (
        <p className="bad" role="alert">
          {trouble}
        </p>
      )}
      <div className="row end">
        <button type="button" onClick={() => box.current?.close()}>
          {done ? '关闭' : '取消'}
        </button>
        {!done && (
          <button
            type="button"
            className={request.danger ? 'danger' : 'main'}
            disabled={busy || !reason.trim()}
            onClick={() => void run(reason.trim(), ticked)}
          >
            {busy ? '执行中' : '执行'}
          </button>
        )}
      </div>
    </dialog>
  )
}

function useAction({ path, body, option }: ActionRequest, ask: Ask) {
  const [progress, setProgress] = useState<Progress>({ busy: false, done: null, trouble: '' })
  const run = async (reason: string, ticked: boolean) => {
    setProgress({ busy: true, done: null, trouble: '' })
    try {
      const more = option ? { [option.field]: ticked } : {}
      const done = await ask<object>('POST', path, { ...body, ...more, reason })
      setProgress({ busy: false, done, trouble: '' })
    } catch (error) {
      setProgress({ busy: false, done: null, trouble: (error as Error).message })
    }
  }
  return { ...progress, run }
}

type ReasonProps = { reason: string; onChange: (reason: string) => void }

function Reason({ reason, onChange }: ReasonProps) {
  return (
    <label>
      原因（写入操作记录）
      <input
        value={reason}
        maxLength={200}
        autoComplete="off"
        onChange={event => onChange(event.target.value)}
      />
    </label>
  )
}

function Done({ done }: { done: object }) {
  return (
    <output data-testid="done">
      {Object.entries(done).map(([name, value]) => (
        <span key={name}>
          {WORDS[name] ?? name}：<b>{shown(value)}</b>
        </span>
      ))}
    </output>
  )
}

/** Closing a game together with what went wrong in it. */
export const CLOSE_TOO = { field: 'close_game', label: '同时关闭这个游戏，查清之前不再接受下注' }

const WORDS: Record<string, string> = {
  returned: '退回注额的注单',
  changed: '更正的注单',
  refused: '余额不足而未更正',
  action_id: '操作编号',
  code: '游戏',
  open: '接受投注',
  id: '故障编号',
  left: '仍然启用的故障',
  bet_id: '注单',
  kind: '种类',
  count: '次数',
  probability: '概率',
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '无' : value.join('、')
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (value === null || value === undefined) return '–'
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : JSON.stringify(value)
}
