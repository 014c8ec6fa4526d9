import { useQuery } from '@tanstack/react-query'
import { href } from '../../app/address.ts'
import { useTab } from '../../app/params.ts'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Rule } from '../../parts/settings/Rule.tsx'
import { Waits } from '../../parts/settings/Waits.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Room } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { ActivityContent } from './ActivityContent.tsx'
import type { Activity } from './useActivityForm.ts'

/** A new activity has no rule yet: its tab comes with the first saving. */
function useTabs(id: number, activity: Activity | undefined) {
  const { may } = useOperator()
  const content = { key: '', text: '内容', href: href(`/activities/${id}`) }
  const rule = {
    key: 'rule',
    text: '规则',
    href: href(`/activities/${id}`, { tab: 'rule' }),
    count: activity?.proposed_by && !activity.opening ? 1 : undefined,
  }
  const tabs = id > 0 && may('rule.read') ? [content, rule] : [content]
  return { tabs, tab: useTab(tabs, content).key }
}

/** The activity as far as a change that opens it holds it. */
const openingOf = ({
  type_id,
  title: heading,
  banner,
  content,
  memo,
  rank,
  enabled,
  starts_at,
  ends_at,
}: Activity) => ({ type_id, heading, banner, content, memo, rank, enabled, starts_at, ends_at })

/** One activity: what members read, and the rule it is kept by. */
export default function ActivityPage({ id }: { id: number }) {
  const name = 'POST /api/console/activities/show'
  const fresh = id === 0
  const activity = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => call(name, { id }, signal),
    enabled: !fresh,
  })
  const { tabs, tab } = useTabs(id, activity.data)
  const ready = fresh || activity.data !== undefined
  return (
    <Room
      title={<a href="#/activities">活动</a>}
      tools={
        <>
          <b>{fresh ? '新增活动' : activity.data?.title}</b>
          <LinkTabs label="活动" tabs={tabs} current={tab} />
        </>
      }
    >
      {!ready && <Unloaded query={activity} />}
      {tab === '' && activity.data?.opening && (
        <Waits before={openingOf(activity.data)} proposal={activity.data.opening} />
      )}
      {ready && tab === '' && <ActivityContent id={id} activity={activity.data ?? null} />}
      {tab === 'rule' && <Rule id={`activity:${id}`} />}
    </Room>
  )
}
