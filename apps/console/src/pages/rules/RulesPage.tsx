import { useQuery } from '@tanstack/react-query'
import { href, useAddress } from '../../app/address.ts'
import { call } from '../../app/api.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { InForce } from '../../parts/settings/InForce.tsx'
import { Rule } from '../../parts/settings/Rule.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'

/** The rules that decide about money, each with its form, its waiting proposal and its versions. */
export default function RulesPage() {
  const name = 'POST /api/console/rules/list'
  const { search } = useAddress()
  const list = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  // What waits for a second person is what one comes for.
  const rules = (list.data ?? []).toSorted(
    (a, b) => Number(b.proposed_by !== '') - Number(a.proposed_by !== ''),
  )
  const asked = new URLSearchParams(search).get('rule')
  const key = (rules.find(rule => rule.key === asked) ?? rules[0])?.key
  return (
    <Room
      title="规则"
      tools={
        <>
          {key && (
            <LinkTabs
              label="规则"
              current={key}
              tabs={rules.map(rule => ({
                key: rule.key,
                text: rule.label,
                href: href('/rules', { rule: rule.key }),
                count: rule.proposed_by ? 1 : undefined,
              }))}
            />
          )}
          <span style={{ flex: 1 }} />
          <Refresh busy={list.isFetching && !list.isPending} onClick={() => void list.refetch()} />
        </>
      }
    >
      {!list.data && <Unloaded query={list} />}
      {key && <Rule key={key} id={key} />}
      {key === 'profiles' && <InForce />}
    </Room>
  )
}
