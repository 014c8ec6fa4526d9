import { useState } from 'react'
import { dropDraft, readDraft, useKeptDraft } from '../form/draft.ts'
import { useForm } from '../form/useForm.ts'

type Options<T> = {
  /**
   * The fields that are kept. Passwords never are, and choices always open on their documented
   * default.
   */
  typed: readonly (keyof T & string)[]
  ofRule?: Record<string, keyof T & string>
}

/**
 * A form whose typed text is still there when the member comes back to it; its draft goes when it
 * is cleared.
 */
export function useDraftForm<T extends object>(
  name: string,
  empty: T,
  { typed, ofRule = {} }: Options<T>,
) {
  const kept = (values: T) => Object.fromEntries(typed.map(key => [key, values[key]]))
  const [start] = useState(() => ({ ...empty, ...readDraft(name, kept(empty)) }))
  const form = useForm(empty, ofRule, start)
  useKeptDraft(name, kept(form.values), kept(empty))
  return {
    ...form,
    clear: () => {
      // At once: the page may be left before it is drawn again.
      dropDraft(name)
      form.clear()
    },
  }
}
