import { useQueryClient } from '@tanstack/react-query'
import type { ConsoleCallName } from '@tianping/contract/console'
import { useState } from 'react'
import { writeDraft } from '../../app/drafts.ts'
import { useAction } from '../../app/useAction.ts'
import { useMessage } from '../../ui/above.ts'
import type { EditValues } from './EditDialog.tsx'
import { historyCalls, type VersionFields } from '../history/calls.ts'
import { useEdited } from './useEdited.ts'

/**
 * Editing one row of a list, and taking one away: members see either at once. `form` is what the
 * row's `EditDialog` needs besides its fields.
 */
export function useContent<Row>(
  list: ConsoleCallName,
  save: (row: Row, values: EditValues) => Promise<unknown>,
  draft: (row: Row) => string,
) {
  const {
    what: editing,
    start: edit,
    form,
  } = useEdited<Row>({
    draft,
    action: save,
    done: '已保存，会员端已生效',
    stale: [list, ...historyCalls],
  })
  const cache = useQueryClient()
  const message = useMessage()
  const remove = useAction({
    mutationFn: (removal: () => Promise<unknown>) => removal(),
    onSuccess: () => void message.success('已删除'),
    onSettled: () =>
      Promise.all(
        [list, ...historyCalls].map(name => cache.invalidateQueries({ queryKey: [name] })),
      ),
  })
  const [past, look] = useState<Row | null>(null)
  /** Opens the form with the fields of a version; nothing is saved yet. */
  const restore = (row: Row, fields: VersionFields) => {
    writeDraft(draft(row), JSON.stringify(fields))
    look(null)
    edit(row)
  }
  return { editing, edit, form, remove: remove.mutate, past, look, restore }
}
