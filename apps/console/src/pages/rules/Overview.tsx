import type { ConsoleGiven } from '@tianping/contract/console'
import { href } from '../../app/address.ts'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import css from './rules.module.css'

export type Listed = ConsoleGiven<'POST /api/console/rules/list'>[number]

export const groupLabels: Readonly<Record<Listed['group'], string>> = {
  money: '资金',
  promotion: '优惠与代理',
  risk: '保护、风控与合规',
  activity: '活动',
  site: '站点',
}
const groups = Object.keys(groupLabels) as Listed['group'][]

/** All rules by group, each with the version that counts and who made it. */
export const Overview = ({ rules }: { rules: readonly Listed[] }) => (
  <div className={css.groups}>
    {groups
      .map(group => ({ group, of: rules.filter(rule => rule.group === group) }))
      .filter(({ of }) => of.length > 0)
      .map(({ group, of }) => (
        <Card key={group} title={groupLabels[group]} flush>
          <ul className={css.rules} aria-label={groupLabels[group]}>
            {of.map(rule => (
              <li key={rule.key}>
                <a href={href('/rules', { rule: rule.key })}>{rule.label}</a>
                <Stand rule={rule} />
              </li>
            ))}
          </ul>
        </Card>
      ))}
  </div>
)

/** What waits, or what counts. */
function Stand({ rule: { proposed_by, version, changed_by, changed_at } }: { rule: Listed }) {
  if (proposed_by) return <Status tone="waiting">{`${proposed_by} 的修改待审批`}</Status>
  if (version === 0) return <small>默认值</small>
  return <small>{`第 ${version} 版 · ${changed_by} · ${changed_at.slice(0, 10)}`}</small>
}
