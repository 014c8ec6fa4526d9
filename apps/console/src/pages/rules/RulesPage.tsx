import { useQuery } from '@tanstack/react-query'
import { href } from '../../app/address.ts'
import { useParam } from '../../app/params.ts'
import { call } from '../../app/api.ts'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Refresh } from '../../ui/Refresh.tsx'
import { Room } from '../../ui/Room.tsx'
import { InForce } from '../../parts/settings/InForce.tsx'
import { Rule } from '../../parts/settings/Rule.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { groupLabels, Overview, type Listed } from './Overview.tsx'

const name = 'POST /api/console/rules/list'
/** The address of the overview, also while something waits. */
const ALL = 'all'

const named = (rules: readonly Listed[], asked: string | null) =>
  rules.find(({ key }) => key === asked)
const waiting = (rules: readonly Listed[]) => rules.find(({ proposed_by }) => proposed_by !== '')

/**
 * The rules that decide about money, each with its form, its waiting proposal and its versions.
 * What waits for a second person is what one comes for; else all of them are named.
 */
export default function RulesPage() {
  const list = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  const rules = list.data ?? []
  const asked = useParam('rule')
  const shown = asked === ALL ? undefined : (named(rules, asked) ?? waiting(rules))
  return (
    <Room
      title="规则"
      tools={
        <>
          {shown && <Tabs rules={rules} shown={shown} />}
          <span style={{ flex: 1 }} />
          <Refresh busy={list.isFetching && !list.isPending} onClick={() => void list.refetch()} />
        </>
      }
    >
      {list.data ? <Shown rules={rules} shown={shown} /> : <Unloaded query={list} />}
    </Room>
  )
}

type ShownProps = { rules: readonly Listed[]; shown: Listed | undefined }

function Shown({ rules, shown }: ShownProps) {
  if (!shown) return <Overview rules={rules} />
  return (
    <>
      <Rule key={shown.key} id={shown.key} />
      {shown.key === 'profiles' && <InForce />}
    </>
  )
}

/** The way back to all rules, then those of the same group and what waits in others. */
function Tabs({ rules, shown }: { rules: readonly Listed[]; shown: Listed }) {
  const near = rules.filter(rule => rule.group === shown.group || rule.proposed_by !== '')
  return (
    <LinkTabs
      label={groupLabels[shown.group]}
      current={shown.key}
      tabs={[
        { key: ALL, text: '全部规则', href: href('/rules', { rule: ALL }) },
        ...near.map(rule => ({
          key: rule.key,
          text: rule.label,
          href: href('/rules', { rule: rule.key }),
          count: rule.proposed_by ? 1 : undefined,
        })),
      ]}
    />
  )
}
