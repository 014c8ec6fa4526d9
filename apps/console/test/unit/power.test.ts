import { isPower, permissions } from '@tianping/contract/console'
import { expect, test } from 'vitest'
import { permissionGroups } from '../../src/parts/permissionLabels.ts'
import { isPower as shown } from '../../src/pages/staff/power.ts'

test('what the page calls power is what the server calls power', () => {
  for (const permission of permissions)
    expect([permission, shown(permission)]).toEqual([permission, isPower(permission)])
})

test('every permission stands in one group of the page', () => {
  expect(permissionGroups.flatMap(([, own]) => own).toSorted()).toEqual(permissions.toSorted())
})
