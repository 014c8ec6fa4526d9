import { useQueryClient } from '@tanstack/react-query'
import type { ConsoleCallName } from '@tianping/contract/console'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useMessage } from '../../ui/above.ts'
import type { EditValues } from './EditDialog.tsx'

/**
 * An action behind a form: once it is done its draft is cleared, the form closed, the operator
 * told; and whatever came of it, what it may have changed is asked for again. `form` is what the
 * `EditDialog` needs besides its fields, null while it is closed.
 */
export function useEdited<What>({
  draft,
  action,
  done,
  stale,
}: {
  draft: (what: What) => string
  action: (what: What, values: EditValues) => Promise<unknown>
  done: string
  stale: ConsoleCallName | ConsoleCallName[]
}) {
  const [open, setOpen] = useState<{ what: What } | null>(null)
  const cache = useQueryClient()
  const message = useMessage()
  const doing = useAction({
    mutationFn: ({ what, values }: { what: What; values: EditValues }) => action(what, values),
    meta: { inPlace: true },
    onSuccess: (_, { what }) => {
      writeDraft(draft(what), '')
      setOpen(null)
      void message.success(done)
    },
    onSettled: () =>
      Promise.all([stale].flat().map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
  const start = (what: What) => {
    doing.reset()
    setOpen({ what })
  }
  const form = open && {
    draft: draft(open.what),
    busy: doing.isPending,
    error: doing.error,
    onSave: (values: EditValues) => doing.mutate({ what: open.what, values }),
    onClose: () => setOpen(null),
  }
  return { what: open?.what ?? null, start, form }
}
