import type { Broken } from '@tianping/contract/rules'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/layer/toast.tsx'
import { Refused } from '../api.ts'

/**
 * The field a refusal of the server concerns: it names the field, or a rule that belongs to one.
 */
function fieldOf(error: Error, ofRule: Record<string, string>): string {
  const data =
    error instanceof Refused ? (error.data as { field?: unknown; rule?: unknown } | null) : null
  return typeof data?.field === 'string' ? data.field : (ofRule[String(data?.rule)] ?? '')
}

/**
 * A form's values and the one rule they break: said in a toast, shown at its field until that field
 * changes, and the field gets the focus. `T` are the values as typed; `ofRule` says which field
 * each of the server's own rules concerns; `start` is what stands in it at first, when that is not
 * nothing.
 */
export function useForm<T extends object>(
  empty: T,
  ofRule: Record<string, keyof T & string> = {},
  start = empty,
) {
  const [values, setValues] = useState(start)
  const [broken, setBroken] = useState<(Broken & { error?: Error }) | null>(null)
  const element = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const field =
      broken &&
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"], button.input--bad')
    if (!field) return
    field.focus({ preventScroll: true })
    // In the middle: at the edges the header and the button at the thumb lie over the page.
    field.scrollIntoView({ block: 'center' })
  }, [broken])

  return {
    element,
    values,
    set: (part: Partial<T>) => {
      setValues(now => ({ ...now, ...part }))
      if (broken && (broken.field === '' || broken.field in part)) setBroken(null)
    },
    clear: () => {
      setValues(empty)
      setBroken(null)
    },
    /** The text at a field; at `''` a refusal that concerns none of them. */
    errorAt: (field: (keyof T & string) | '') => (broken?.field === field ? broken.text : null),
    /**
     * The server's refusal behind the text, for what its data explains; null for a rule of the form
     * itself.
     */
    refusal: broken?.error ?? null,
    /** True when no rule is broken; otherwise the member has been told. */
    passes: (next: Broken | null) => {
      setBroken(next)
      if (next) toast(next.text, 'danger')
      return next === null
    },
    /** A refusal of the server, shown at its field too; the toast has been said already. */
    refused: (error: Error) => {
      const field = fieldOf(error, ofRule)
      setBroken(
        error instanceof Refused
          ? { field: field in empty ? field : '', text: error.message, error }
          : null,
      )
    },
  }
}
