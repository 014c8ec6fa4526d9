import type { ConsoleGiven } from '@tianping/contract/console'

export type RoleRow = ConsoleGiven<'POST /api/console/roles/list'>[number]

/**
 * The contract's own rule (`isPower`), which lies beside zod there: a test holds the two together.
 */
const harmless = new Set(['member.note', 'reconciliation.work'])
export const isPower = (permission: string): boolean =>
  !harmless.has(permission) && !/\.(read|run)$/.test(permission)

/** Whether a role with these takes two persons to be given. */
export const hasPower = (permissions: readonly string[]): boolean => permissions.some(isPower)

/** What the role of this key may; nothing while the roles are still being loaded. */
export const permissionsOf = (roles: RoleRow[], role: string): RoleRow['permissions'] =>
  roles.find(each => each.role === role)?.permissions ?? []
