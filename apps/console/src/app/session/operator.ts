import { createContext, use } from 'react'
import type { Permission } from '@tianping/contract/console'
import type { Operator } from './me.ts'

const nobody: Operator = { id: 0, name: '', role: '', role_label: '', permissions: [], must: '' }
export const OperatorContext = createContext(nobody)

/** Who works here now, and what they may do. The server checks the same again. */
export function useOperator() {
  const operator = use(OperatorContext)
  return {
    ...operator,
    may: (permission: Permission | '') =>
      permission === '' || operator.permissions.includes(permission),
  }
}

/**
 * What a first installation calls its roles; a role that was added since goes by its key in old
 * rows of the log.
 */
const roleLabels: Record<string, string> = {
  admin: '管理员',
  finance: '财务',
  risk: '风控',
  support: '客服',
  auditor: '审计',
  system: '',
}
export const roleLabel = (role: string): string => roleLabels[role] ?? role
