import type { ConsoleRowOf } from '@tianping/contract/console'
import { decisionOf } from '@tianping/contract/facts'
import { requestDecisions } from '@tianping/contract/staff/facts'

export type Request = ConsoleRowOf<'POST /api/console/staff/requests'>

export const requestKinds: Record<Request['kind'], string> = {
  create: '新增操作员',
  role: '变更角色',
  password: '重设密码',
  permissions: '扩大角色权限',
}

/** The name of the operator or role, without the kind before it. */
export const subjectOf = ({ subject }: Request): string => subject.replace(/^\w+:/, '')

/** How a decided request ended. */
export const outcomeOf = ({ state }: Request): string => decisionOf(requestDecisions, state)
