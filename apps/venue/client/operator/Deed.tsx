import { useEffect, useRef, useState } from 'react'
import type { Ask } from './useDesk.ts'

export type Wanted = {
  title: string
  /** What it will do, before it is done. */
  says: string
  path: string
  body: object
  danger?: boolean
}

/** Asks for a reason, does it, and says what was done. */
export function Deed({
  wanted,
  ask,
  onClose,
}: {
  wanted: Wanted
  ask: Ask
  onClose: (done: boolean) => void
}) {
  const box = useRef<HTMLDialogElement>(null)
  const [reason, setReason] = useState('')
  const [state, setState] = useState<{ busy: boolean; done: object | null; trouble: string }>({
    busy: false,
    done: null,
    trouble: '',
  })
  useEffect(() => {
    box.current?.showModal()
  }, [])
  const act = async () => {
    setState({ busy: true, done: null, trouble: '' })
    try {
      setState({
        busy: false,
        done: await ask<object>('POST', wanted.path, { ...wanted.body, reason: reason.trim() }),
        trouble: '',
      })
    } catch (error) {
      setState({ busy: false, done: null, trouble: (error as Error).message })
    }
  }
  return (
    <dialog ref={box} onClose={() => onClose(state.done !== null)}>
      <h2>{wanted.title}</h2>
      <p>{wanted.says}</p>
      {state.done ? (
        <output data-testid="done">
          {Object.entries(state.done).map(([name, value]) => (
            <span key={name}>
              {WORDS[name] ?? name}：<b>{shown(value)}</b>
            </span>
          ))}
        </output>
      ) : (
        <label>
          原因（写入操作记录）
          <input
            value={reason}
            maxLength={200}
            autoComplete="off"
            onChange={event => setReason(event.target.value)}
          />
        </label>
      )}
      {state.trouble && (
        <p className="bad" role="alert">
          {state.trouble}
        </p>
      )}
      <div className="row end">
        <button type="button" onClick={() => box.current?.close()}>
          {state.done ? '关闭' : '取消'}
        </button>
        {!state.done && (
          <button
            type="button"
            className={wanted.danger ? 'danger' : 'main'}
            disabled={state.busy || !reason.trim()}
            onClick={() => void act()}
          >
            {state.busy ? '执行中' : '执行'}
          </button>
        )}
      </div>
    </dialog>
  )
}

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
