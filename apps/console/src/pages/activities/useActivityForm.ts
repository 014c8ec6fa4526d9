import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { useAction } from '../../app/useAction.ts'
import { go } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { historyCalls } from '../../parts/history/calls.ts'
import type { Stated } from '../../parts/adverts/useAdvert.ts'
import { useMessage } from '../../ui/above.ts'

export type Activity = ConsoleGiven<'POST /api/console/activities/show'>
export type ActivityForm = Pick<
  Activity,
  | 'type_id'
  | 'title'
  | 'banner'
  | 'content'
  | 'memo'
  | 'rank'
  | 'starts_at'
  | 'ends_at'
  | 'segment_id'
> & { enabled: 0 | 1 }

const typesCall = 'POST /api/console/activity-types/list'
const stale = [
  'POST /api/console/activities/show',
  'POST /api/console/activities/list',
  ...historyCalls,
]

const blank: ActivityForm = {
  type_id: 0,
  title: '',
  banner: '/art/banner-1.webp',
  content: '<p></p>',
  memo: '',
  rank: 0,
  enabled: 0,
  starts_at: '',
  ends_at: '',
  segment_id: 0,
}

/** The part of an activity that its form holds. */
const formOf = (a: Activity): ActivityForm => ({
  type_id: a.type_id,
  title: a.title,
  banner: a.banner,
  content: a.content,
  memo: a.memo,
  rank: a.rank,
  enabled: a.enabled ? 1 : 0,
  starts_at: a.starts_at,
  ends_at: a.ends_at,
  segment_id: a.segment_id,
})

type Saving = { advert: Stated; draft: 0 | 1 }

function savedText(waits: boolean, { enabled, draft }: { enabled: 0 | 1; draft: 0 | 1 }): string {
  if (draft) return '草稿已保存，会员看到的不变'
  if (waits) return '已提交，等待另一位同事审批'
  return enabled ? '已保存，会员端已生效' : '已保存，尚未显示'
}

/** The form of one activity, kept as a draft until it is saved. A new one has the id 0. */
export function useActivityForm(id: number, activity: Activity | null) {
  const cache = useQueryClient()
  const message = useMessage()
  const types = useQuery({
    queryKey: [typesCall],
    queryFn: ({ signal }) => call(typesCall, {}, signal),
    staleTime: 60_000,
  })
  const seen = activity?.seen ?? ''
  const [kept, keep] = useDraft(`activity/${id}/${seen}`)
  const before = activity ? formOf(activity) : { ...blank, type_id: types.data?.[0]?.id ?? 0 }
  const form = kept ? (JSON.parse(kept) as ActivityForm) : before
  const save = useAction({
    mutationFn: (how: Saving) =>
      callOnce('POST /api/console/activities/save', { ...form, id, seen, ...how }),
    meta: { inPlace: true },
    onSuccess: (saved, { draft }) => {
      keep('')
      void message.success(savedText(saved.waits, { enabled: form.enabled, draft }))
      if (id === 0) go(`/activities/${saved.id}?tab=rule`)
    },
    onSettled: () => Promise.all(stale.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
  return {
    form,
    set: (part: Partial<ActivityForm>) => keep(JSON.stringify({ ...form, ...part })),
    changed: kept !== '',
    discard: () => keep(''),
    save,
    types: types.data ?? [],
  }
}

export type FormProps = Pick<ReturnType<typeof useActivityForm>, 'form' | 'set'> & {
  /** Whether this operator may read it only. */
  closed: boolean
}
