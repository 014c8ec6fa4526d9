import type { Broken } from '@tianping/contract/rule'
import { useEffect, useRef, useState } from 'react'
import { toast } from '../../ui/layer/toast.tsx'
import { Refused } from '../api.ts'
import { dropDraft, useDraft, withDraft, type Draft } from './draft.ts'

type Options<T> = {
  /** The values before anything is typed. */
  empty: T
  /** The first rule that the values break, or null. */
  rule: (values: T) => Broken | null
  /** The values as they are checked and sent: trimmed, without what the member need not type. */
  clean?: (values: T) => T
  /** Runs before a broken rule is shown; it may change what stands in the form. */
  onBroken?: (broken: Broken, values: T) => void
  /** The field that each of the server's own rules concerns. */
  ofRule?: Record<string, keyof T & string>
  draft?: Draft<T>
  /** Shows a broken rule in the form only, without a toast. */
  silent?: boolean
}

/**
 * The field a refusal of the server concerns: it names the field, or a rule that belongs to one.
 */
function fieldOf({ data }: Refused, ofRule: Record<string, string>): string {
  const { field, rule } = (data ?? {}) as { field?: unknown; rule?: unknown }
  return typeof field === 'string' ? field : (ofRule[String(rule)] ?? '')
}

/** Gives the field at fault the focus, once per broken rule. */
function useFocusAt(broken: Broken | null) {
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
  return element
}

/**
 * A form of the app: its values, its draft and the first rule they break. A broken rule is said in
 * a toast, shown at its field until that field changes, and the field gets the focus. `Form` sends
 * it.
 */
export function useForm<T extends object>(options: Options<T>) {
  const { empty, rule, clean = values => values, onBroken, ofRule = {}, draft, silent } = options
  const [values, setValues] = useState(() => withDraft(empty, draft))
  const [broken, setBroken] = useState<(Broken & { error?: Error }) | null>(null)
  const element = useFocusAt(broken)
  useDraft(draft, values, empty)

  const set = (part: Partial<T>) => {
    setValues(now => ({ ...now, ...part }))
    if (broken && (broken.field === '' || broken.field in part)) setBroken(null)
  }
  /** The text at a field; at `''` a refusal that concerns none of them. */
  const errorAt = (field: (keyof T & string) | '') => (broken?.field === field ? broken.text : null)

  const check = (holds: typeof rule, send: (values: T) => void) => {
    const ready = clean(values)
    const found = holds(ready)
    if (found) onBroken?.(found, ready)
    setBroken(found)
    if (!found) return send(ready)
    if (!silent) toast(found.text, 'danger')
  }

  return {
    element,
    values,
    set,
    errorAt,
    /** What a field of the kit needs: its value, its setter, its error. */
    field: <K extends keyof T & string>(name: K) => ({
      value: values[name],
      onChange: (value: T[K]) => set({ [name]: value } as unknown as Partial<T>),
      error: errorAt(name),
    }),
    clear: () => {
      // At once: the page may be left before it is drawn again.
      if (draft) dropDraft(draft.name)
      setValues(empty)
      setBroken(null)
    },
    /** Sends the values when they break no rule; otherwise shows the first that they break. */
    submit: (send: (values: T) => void) => check(rule, send),
    /** The same for a part of the form with a rule of its own. */
    check,
    /** Shows a text at a field, or at none of them with `''`. */
    show: setBroken,
    /** A refusal of the server, shown at its field too; the toast has been said already. */
    refused: (error: Error) => {
      if (!(error instanceof Refused)) return setBroken(null)
      const field = fieldOf(error, ofRule)
      setBroken({ field: field in empty ? field : '', text: error.message, error })
    },
    /**
     * The server's refusal behind the text, for what its data explains; null for a rule of the form
     * itself.
     */
    refusal: broken?.error ?? null,
  }
}

export type FormState<T extends object> = ReturnType<typeof useForm<T>>
