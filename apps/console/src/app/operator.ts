import { createContext, use } from 'react'
import type { Permission, Role } from '@tianping/contract/console'
import type { Operator } from './me.ts'

const nobody: Operator = { id: 0, name: '', role: 'auditor', permissions: [] }
export const OperatorContext = createContext(nobody)

/** Who works here now, and what they may do. The server checks the same again. */
export function useOperator() {
  const operator = use(OperatorContext)
  return { ...operator, may: (permission: Permission | '') => permission === '' || operator.permissions.includes(permission) }
}

export const roleLabels = { admin: '管理员', finance: '财务', risk: '风控', support: '客服', auditor: '审计' } as const satisfies Record<Role, string>
