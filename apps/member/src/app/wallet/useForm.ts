import type { Broken } from '@tianping/contract/rules'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { Refused } from '../api.ts'

/** The field a refusal of the server names, when it names one. */
function fieldOf(error: Error): string {
  const data = error instanceof Refused ? (error.data as { field?: unknown } | null) : null
  return typeof data?.field === 'string' ? data.field : ''
}

/**
 * A form's values and the one rule they break: said in a toast, shown at its field until that field changes, and the
 * field gets the focus. `T` are the values as typed.
 */
export function useForm<T extends object>(empty: T) {
  const [values, setValues] = useState(empty)
  const [broken, setBroken] = useState<Broken | null>(null)
  const element = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (broken) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], .input--bad')?.focus()
  }, [broken])

  return {
    element,
    values,
    set: (part: Partial<T>) => {
      setValues({ ...values, ...part })
      if (broken && broken.field in part) setBroken(null)
    },
    clear: () => {
      setValues(empty)
      setBroken(null)
    },
    errorAt: (field: keyof T & string) => (broken?.field === field ? broken.text : null),
    /** True when no rule is broken; otherwise the member has been told. */
    passes: (next: Broken | null) => {
      setBroken(next)
      if (next) toast(next.text, 'danger')
      return next === null
    },
    /** A refusal of the server, shown at its field too; the toast has been said already. */
    refused: (error: Error) => setBroken(error instanceof Refused ? { field: fieldOf(error), text: error.message } : null),
  }
}
