import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConsoleCallName } from '@tianping/contract/console'
import { App } from 'antd'
import type { EditValues } from './EditDialog.tsx'
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
  } = useEdited<Row>({ draft, action: save, done: '已保存，会员端已生效', stale: list })
  const cache = useQueryClient()
  const { message } = App.useApp()
  const remove = useMutation({
    mutationFn: (removal: () => Promise<unknown>) => removal(),
    onSuccess: () => void message.success('已删除'),
    onSettled: () => cache.invalidateQueries({ queryKey: [list] }),
  })
  return { editing, edit, form, remove: remove.mutate }
}
