import { useEffect, useState, type ComponentProps } from 'react'
import { TextField } from '../../ui/field/Field.tsx'

/** Before another code is asked for: this one is on its way. */
const REST_S = 60

/** Seconds until another code may be asked for, from the moment `begin` is called. */
export function useCodeRest() {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  return { left, begin: () => setLeft(REST_S) }
}

type Props = Pick<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'error'> & {
  /** Seconds that the button rests. */
  left: number
  busy: boolean
  onAsk: () => void
}

/** A code that is sent to the member, and the button that sends it. */
export const CodeField = ({ left, busy, onAsk, ...field }: Props) => (
  <TextField
    {...field}
    label="验证码"
    icon="shield"
    placeholder="6位验证码"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={6}
    end={
      <button
        type="button"
        className="text-btn text-btn--brand"
        disabled={busy || left > 0}
        onClick={onAsk}
      >
        {left > 0 ? `${left} 秒后重发` : '获取验证码'}
      </button>
    }
  />
)
