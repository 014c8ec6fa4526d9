import { roles } from '../../../../packages/contract/src/permissions.ts'
import { describe, expect, test } from 'vitest'
import { homeByRole } from '../../src/app/home.ts'
import { isOn, risen } from '../../src/app/notices.ts'
import type { Counts } from '../../src/app/live.ts'

const counts = (some: Partial<Counts>) =>
  ({ deposits_pending: 0, flags_pending: 0, ...some }) as Counts

describe('what tells of new work', () => {
  test('a queue tells when something came into it, and not when something left', () => {
    const before = counts({ deposits_pending: 2, flags_pending: 5 })
    expect(risen(before, counts({ deposits_pending: 3, flags_pending: 4 }))).toEqual([
      'deposits_pending',
    ])
    expect(risen(before, before)).toEqual([])
  })

  test('nothing disturbs unless chosen, queue by queue; the title counts until it is left out', () => {
    const chosen = { deposits_pending: { sound: true, title: false } }
    expect(isOn(chosen, 'deposits_pending', 'sound')).toBe(true)
    expect(isOn(chosen, 'deposits_pending', 'desktop')).toBe(false)
    expect(isOn(chosen, 'deposits_pending', 'title')).toBe(false)
    expect(isOn(chosen, 'flags_pending', 'title')).toBe(true)
  })
})

test('each role comes into the room it works in', () => {
  const homes = Object.entries(roles).map(([role, { permissions }]) => [
    role,
    homeByRole(permissions),
  ])
  expect(Object.fromEntries(homes)).toEqual({
    admin: '/',
    finance: '/withdrawals',
    risk: '/risk',
    support: '/tickets',
    auditor: '/',
  })
})
