import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ConsoleCallName } from '@tianping/contract/console'
import { useState } from 'react'
import { writeDraft } from '../../app/drafts.ts'
import { useAction } from '../../app/useAction.ts'
import { useMessage } from '../../ui/above.ts'
import type { EditValues } from './EditDialog.tsx'
import { historyCalls, type VersionFields } from '../history/calls.ts'
import { useEdited } from './useEdited.ts'

/** Asks anew for a list of content and for what it said before. */
const asked = (cache: QueryClient, list: ConsoleCallName) =>
  Promise.all([list, ...historyCalls].map(name => cache.invalidateQueries({ queryKey: [name] })))

/**
 * Editing one row of a list, and taking one away: members see either at once. `form` is what the
 * row's `EditDialog` needs besides its fields.
 */
export function useContent<Row extends { seen: string }>(
  list: ConsoleCallName,
  save: (row: Row, values: EditValues) => Promise<unknown>,
  draft: (row: Row) => string,
  /** Keeps what was typed for a colleague instead; members see nothing of it. */
  keep?: (row: Row, values: EditValues) => Promise<unknown>,
) {
  const {
    what: editing,
    start,
    form,
  } = useEdited<Row>({
    draft,
    action: save,
    done: '已保存，会员端已生效',
    stale: [list, ...historyCalls],
  })
  const cache = useQueryClient()
  const message = useMessage()
  const kept = useAction({
    mutationFn: ({ row, values }: { row: Row; values: EditValues }) =>
      Promise.resolve(keep?.(row, values)),
    meta: { inPlace: true },
    onSuccess: (_, { row }) => {
      writeDraft(draft(row), '')
      form?.onClose()
      void message.success('草稿已保存，会员看到的不变')
    },
    onSettled: () => asked(cache, list),
  })
  const edit = (row: Row) => {
    kept.reset()
    start(row)
  }
  const also = keep &&
    editing !== null && {
      text: '存为草稿',
      // What was never saved is kept by saving it hidden.
      when: () => editing.seen !== '',
      busy: kept.isPending,
      run: (values: EditValues) => kept.mutate({ row: editing, values }),
    }
  const remove = useAction({
    mutationFn: (removal: () => Promise<unknown>) => removal(),
    onSuccess: () => void message.success('已删除'),
    onSettled: () => asked(cache, list),
  })
  const [past, look] = useState<Row | null>(null)
  /** Opens the form with the fields of a version; nothing is saved yet. */
  const restore = (row: Row, fields: VersionFields) => {
    writeDraft(draft(row), JSON.stringify(fields))
    look(null)
    edit(row)
  }
  const whole = form && { ...form, error: form.error ?? kept.error, also: also || undefined }
  return { editing, edit, form: whole, remove: remove.mutate, past, look, restore }
}
