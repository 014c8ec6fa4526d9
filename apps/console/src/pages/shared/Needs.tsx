import type { Permission } from '@tianping/contract/console'
import type { ReactNode } from 'react'
import { useOperator } from '../../app/session/operator.ts'
import { permissionLabels } from '../../parts/permissionLabels.ts'

type NeedsProps = { permission: Permission; what: string; children: ReactNode }

/** What begins something new, or which permission that takes. */
export function Needs({ permission, what, children }: NeedsProps) {
  const { may } = useOperator()
  return may(permission) ? (
    children
  ) : (
    <small>
      {what}须有“{permissionLabels[permission].label}”权限
    </small>
  )
}
