import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useAction } from '../../app/useAction.ts'
import { call, callOnce } from '../../app/api.ts'
import { useMessage } from '../../ui/above.ts'

const all = 'POST /api/console/tags/all'

/** The tags in use as options of a filter. */
export function useTagOptions() {
  const tags = useQuery({
    queryKey: [all],
    queryFn: ({ signal }) => call(all, {}, signal),
    staleTime: 60_000,
    meta: { inPlace: true },
  })
  return (tags.data ?? []).map(each => ({ value: each.tag_id, label: each.name }))
}

/** Puts a tag on the selected members. */
export function TagMany({ ids, clear }: { ids: number[]; clear: () => void }) {
  const options = useTagOptions()
  const cache = useQueryClient()
  const message = useMessage()
  const set = useAction({
    mutationFn: (tag: number) =>
      callOnce('POST /api/console/tags/set', { tag_id: tag, ids, on: 1, remark: '' }),
    onSuccess: ({ changed }) => {
      void message.success(`已为 ${changed} 位会员添加标签`)
      clear()
    },
    onSettled: () =>
      Promise.all(
        [all, 'POST /api/console/members/list'].map(name =>
          cache.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  })
  return (
    <Dropdown
      trigger={['click']}
      disabled={ids.length > 100}
      menu={{
        items: options.map(({ value, label }) => ({ key: String(value), label })),
        onClick: ({ key }) => set.mutate(Number(key)),
      }}
    >
      <Button size="small" type="primary" loading={set.isPending}>
        {ids.length > 100 ? '一次最多 100 位' : '添加标签'}
      </Button>
    </Dropdown>
  )
}
