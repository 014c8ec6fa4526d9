import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { ConsoleSent } from '@tianping/contract/console'
import { categoryLabels } from '@tianping/contract/games/facts'
import { useAction } from '../../app/useAction.ts'
import { call, callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useMessage } from '../../ui/above.ts'

const missingCall = 'POST /api/console/venues/missing'
const addCall = 'POST /api/console/venues/add'
const draft = 'venue/add'
type Sent = ConsoleSent<typeof addCall>

const slotTabs = [
  { value: '', label: '无' },
  { value: 'obgdy', label: 'OB' },
  { value: 'fgdz', label: 'FG' },
  { value: 'pp', label: 'PP' },
  { value: 'ae', label: 'AE' },
]

const fieldsOf = (codes: string[]): EditField[] => [
  {
    name: 'platname',
    label: '场馆代码',
    kind: 'choice',
    options: codes.map(value => ({ value, label: value })),
  },
  { name: 'name', label: '名称', kind: 'text', max: 20 },
  {
    name: 'category',
    label: '分类',
    kind: 'choice',
    options: Object.entries(categoryLabels).map(([value, label]) => ({ value, label })),
  },
  {
    name: 'slot_tab',
    label: '电子标签',
    kind: 'choice',
    options: slotTabs,
    when: values => values['category'] === 'concise',
  },
  { name: 'rank', label: '顺序（小的在前）', kind: 'number' },
]

function useAdding(onAdded: () => void) {
  const cache = useQueryClient()
  const message = useMessage()
  return useAction({
    mutationFn: (v: EditValues) =>
      callOnce(addCall, {
        platname: String(v['platname']),
        name: String(v['name']),
        category: v['category'] as Sent['category'],
        slot_tab: v['slot_tab'] as Sent['slot_tab'],
        rank: Number(v['rank']),
      }),
    meta: { inPlace: true },
    onSuccess: () => {
      writeDraft(draft, '')
      onAdded()
      void message.success('已添加，处于维护状态')
    },
    onSettled: () =>
      Promise.all(
        [missingCall, 'POST /api/console/venues/list'].map(each =>
          cache.invalidateQueries({ queryKey: [each] }),
        ),
      ),
  })
}

/** The codes of venues that answer us and are not on the site; only venue.write may ask. */
export const useMissing = (enabled: boolean) =>
  useQuery({
    queryKey: [missingCall],
    queryFn: ({ signal }) => call(missingCall, {}, signal),
    enabled,
    meta: { inPlace: true },
  })

/** Adds a venue that answers us to the site. Shows nothing once all of them are there. */
export function AddVenue() {
  const [open, setOpen] = useState(false)
  const { data: codes = [] } = useMissing(true)
  const add = useAdding(() => setOpen(false))
  const [first] = codes
  if (first === undefined) return null
  return (
    <>
      <Button
        onClick={() => {
          add.reset()
          setOpen(true)
        }}
      >
        接入场馆
      </Button>
      {open && (
        <EditDialog
          title="接入场馆"
          draft={draft}
          fields={fieldsOf(codes)}
          initial={{ platname: first, name: '', category: 'realbet', slot_tab: '', rank: 99 }}
          sentence={v =>
            `${String(v['name']) || String(v['platname'])}将以维护状态加入：会员看不到，也不能转入。随后更新游戏、设置图片，再开放`
          }
          confirm="确认接入"
          busy={add.isPending}
          error={add.error}
          onSave={add.mutate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
