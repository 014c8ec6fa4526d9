import type { Broken } from '@tianping/contract/rules'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { toast } from '../../ui/layer/toast.tsx'

/**
 * The fields of a form as texts, and the first rule they break: said at its field and in a toast,
 * with the focus there.
 */
export function useForm<F extends Record<string, string>>(
  empty: F,
  check: (fields: F) => Broken | null,
  submit: (fields: F) => void,
) {
  const [fields, setFields] = useState(empty)
  const [broken, setBroken] = useState<Broken | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (broken) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [broken])
  return {
    form,
    fields,
    set: (part: Partial<F>) => setFields(now => ({ ...now, ...part })),
    /** What a field needs: its value, its setter, its error. */
    of: (name: keyof F & string) => ({
      value: fields[name] as string,
      onChange: (value: string) => {
        setFields(now => ({ ...now, [name]: value }))
        if (broken?.field === name) setBroken(null)
      },
      error: broken?.field === name ? broken.text : null,
    }),
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      const found = check(fields)
      setBroken(found)
      if (found) toast(found.text, 'danger')
      else submit(fields)
    },
  }
}
