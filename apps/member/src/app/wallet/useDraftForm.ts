import { useState } from 'react'
import { dropDraft, readDraft, useKeptDraft } from '../draft.ts'
import { useForm } from './useForm.ts'

type Options<T> = {
  /** Fields that are never kept: passwords. */
  secret?: readonly (keyof T & string)[]
  ofRule?: Record<string, keyof T & string>
  /** Whether what stands in the form is worth keeping; by default anything that was typed. */
  worth?: (values: T) => boolean
}

/** A form that is still filled in when one comes back to it; its draft goes when it is cleared. */
export function useDraftForm<T extends object>(name: string, empty: T, { secret = [], ofRule = {}, worth = () => true }: Options<T> = {}) {
  const plain = (values: T) => Object.fromEntries(Object.entries(values).filter(([key]) => !secret.includes(key as keyof T & string)))
  const [start] = useState(() => ({ ...empty, ...readDraft(name, plain(empty)) }))
  const form = useForm(empty, ofRule, start)
  useKeptDraft(name, plain(worth(form.values) ? form.values : empty), plain(empty))
  return {
    ...form,
    clear: () => {
      // At once: the page may be left before it is drawn again.
      dropDraft(name)
      form.clear()
    },
  }
}
