import { isPower, permissions, roles, type Permission } from '@tianping/contract/console'
import type { Db } from '@tianping/database'
import type { Settings } from '../../kernel/environment.ts'
import { roleRow, roleRows, type RoleRow } from './roles.sql.ts'

/** A role as it stands. `version` is 0 while it is as the first installation has it. */
export type RoleNow = {
  role: string
  label: string
  permissions: readonly Permission[]
  secondFactor: boolean
  builtin: boolean
  version: number
  changedBy: string
  changedAt: Date | null
}

const known = new Set<string>(permissions)
const isBuiltin = (role: string): role is keyof typeof roles => Object.hasOwn(roles, role)

/** A permission that a later version took away is nobody's any more. */
const ofRow = (row: RoleRow): RoleNow => ({
  ...row,
  builtin: isBuiltin(row.role),
  permissions: row.permissions.filter((each): each is Permission => known.has(each)),
})
const ofInstallation = (role: keyof typeof roles): RoleNow => ({
  role,
  ...roles[role],
  secondFactor: false,
  builtin: true,
  version: 0,
  changedBy: '',
  changedAt: null,
})

/**
 * What a role is now: as it was changed, else as the first installation has it; undefined when
 * there is none.
 */
export function roleOf(role: string, row: RoleRow | undefined): RoleNow | undefined {
  if (row) return ofRow(row)
  return isBuiltin(role) ? ofInstallation(role) : undefined
}

export const roleNamed = async (db: Db, role: string): Promise<RoleNow | undefined> =>
  roleOf(role, await roleRow(db, role))

/** Every role, those of the first installation first. */
export async function allRoles(db: Db): Promise<RoleNow[]> {
  const rows = await roleRows(db)
  const builtin = (Object.keys(roles) as (keyof typeof roles)[]).map(role => {
    const row = rows.find(each => each.role === role)
    return row ? ofRow(row) : ofInstallation(role)
  })
  return [...builtin, ...rows.filter(row => !isBuiltin(row.role)).map(ofRow)]
}

/**
 * Whether who holds the role must come in by two factors: as it is set, and in production whenever
 * the role has power.
 */
export const needsSecondFactor = (
  settings: Pick<Settings, 'mode'>,
  role: Pick<RoleNow, 'secondFactor' | 'permissions'>,
): boolean =>
  role.secondFactor || (settings.mode === 'production' && role.permissions.some(isPower))

/** What an operator has to do before anything else; empty for nothing. */
export function mustFirst(
  settings: Pick<Settings, 'mode'>,
  role: Pick<RoleNow, 'secondFactor' | 'permissions'>,
  by: { mustChange: boolean; method: string },
): 'password' | 'second_factor' | '' {
  if (by.mustChange) return 'password'
  return needsSecondFactor(settings, role) && by.method === 'password' ? 'second_factor' : ''
}

/** The power that the second has and the first has not. */
export const powerAdded = (before: readonly string[], after: readonly string[]): string[] =>
  after.filter(each => isPower(each) && !before.includes(each))
