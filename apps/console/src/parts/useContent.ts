import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { writeDraft } from '../app/drafts.ts'

/** Editing one row of a list in a dialog: which one, saving it, and what that makes stale. */
export function useContent<Row, Values>(list: string, save: (row: Row, values: Values) => Promise<unknown>, draftOf: (row: Row) => string) {
  const [editing, edit] = useState<Row | null>(null)
  const cache = useQueryClient()
  const { message } = App.useApp()
  const stale = () => cache.invalidateQueries({ queryKey: [list] })
  const saving = useMutation({
    mutationFn: ({ row, values }: { row: Row; values: Values }) => save(row, values),
    meta: { inPlace: true },
    onSuccess: (_none, { row }) => {
      writeDraft(draftOf(row), '')
      edit(null)
      void message.success('已保存，会员端已生效')
    },
    onSettled: stale,
  })
  const remove = useMutation({ mutationFn: (removal: () => Promise<unknown>) => removal(), onSuccess: () => void message.success('已删除'), onSettled: stale })
  return {
    editing,
    edit: (row: Row | null) => {
      saving.reset()
      edit(row)
    },
    save: saving,
    remove: remove.mutate,
  }
}
