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
