import { expect, test } from 'vitest'
import { leaves } from '../../../server/test/boundaries/schemas.ts'
import { settingLabel } from '../../src/parts/settings/settingLabels.ts'

/** Forms of their own, with labels of their own. */
const APART = /^(provider|venue)\./

test('every number, hour and day of a rule has a Chinese name', () => {
  const nameless = leaves.filter(({ path, keys }) => {
    const field = keys.map(key => (key === '*' ? '0' : key)).join('.')
    return !APART.test(path) && !/\p{Script=Han}/u.test(settingLabel(field))
  })
  expect(nameless.map(({ path }) => path)).toEqual([])
})
