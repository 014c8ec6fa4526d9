import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Card } from '../../ui/Room.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import type { RoleRow } from './power.ts'
import { blankRole } from './roleChange.ts'
import { RoleEditor } from './RoleEditor.tsx'
import css from './staff.module.css'

const name = 'POST /api/console/roles/list'
/** Stands for the role that is being added; the key of a role never has this form. */
const newRole = '+'

/** The chosen role. The first one is the administrator's, which nobody changes. */
function roleOf(roles: RoleRow[], chosen: string): RoleRow {
  if (chosen === newRole) return blankRole
  return roles.find(each => each.role === chosen) ?? roles[1] ?? roles[0] ?? blankRole
}

/** What each role may. The administrator's stands as it is, and nobody changes their own. */
export function Roles() {
  const { may } = useOperator()
  const roles = useQuery({ queryKey: [name], queryFn: ({ signal }) => call(name, {}, signal) })
  const [chosen, choose] = useState('')
  if (!roles.data) return <Unloaded query={roles} />
  const role = roleOf(roles.data, chosen)
  return (
    <div className={css.roles}>
      <Card flush>
        <ul className={css.rolelist} aria-label="角色">
          {roles.data.map(each => (
            <Choice key={each.role} current={each === role} choose={() => choose(each.role)}>
              <b>{each.label}</b>
              <small>
                {each.operators} 人 · {each.permissions.length} 项权限
              </small>
              {each.review_due && <Review role={each} />}
            </Choice>
          ))}
          {may('staff.write') && (
            <Choice current={role === blankRole} choose={() => choose(newRole)}>
              <b>＋ 新角色</b>
            </Choice>
          )}
        </ul>
      </Card>
      <RoleEditor key={`${role.role}/${role.version}`} role={role} onSaved={choose} />
    </div>
  )
}

/** When the rights of a role were last reviewed. */
const Review = ({ role }: { role: RoleRow }) => (
  <small>
    <Status tone={role.review_overdue ? 'bad' : 'good'}>
      {`${role.reviewed_on ? `${role.reviewed_on} 复核` : '未复核'}，${role.review_due} 到期`}
    </Status>
  </small>
)

type ChoiceProps = { current: boolean; choose: () => void; children: ReactNode }

const Choice = ({ current, choose, children }: ChoiceProps) => (
  <li>
    <button type="button" aria-current={current ? 'true' : undefined} onClick={choose}>
      {children}
    </button>
  </li>
)
