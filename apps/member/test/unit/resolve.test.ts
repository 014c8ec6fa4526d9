import { expect, test } from 'vitest'
import { afterLogin, keep, resolve, split } from '../../src/app/routes/resolve.ts'

test('an unknown path leads home', () => {
  expect(resolve('/nothing/here?x=1', true)).toEqual({ redirect: '/' })
  expect(resolve('/toString', true)).toEqual({ redirect: '/' })
})

test('a protected route without a token leads to the log-in with the full address', () => {
  expect(resolve('/wallet?type=2', false)).toEqual({
    redirect: '/login?redirect=%2Fwallet%3Ftype%3D2',
  })
  expect(resolve('/wallet?type=2', true)).toEqual({ show: { path: '/wallet', query: 'type=2' } })
})

test('visitors see what needs no log-in', () => {
  for (const address of [
    '/',
    '/activity',
    '/hongbao',
    '/payInfo?deposit_no=1',
    '/usdtmore',
    '/abouts?type=6',
  ]) {
    expect(resolve(address, false)).toHaveProperty('show')
  }
})

test('whoever is on a break or excluded is led from offers and deposits to what protects them', () => {
  for (const address of ['/recharge', '/activity', '/welfare', '/search?q=1'])
    expect(resolve(address, true, true)).toEqual({ redirect: '/protect' })
  for (const address of ['/withdrawal', '/transfer', '/payInfo?deposit_no=1', '/money'])
    expect(resolve(address, true, true)).toHaveProperty('show')
  expect(resolve('/recharge', true)).toHaveProperty('show')
})

test('a referral link opens registration with that referrer', () => {
  expect(resolve('/register?pid=42', false)).toEqual({ redirect: '/login?type=1&pid=42' })
  expect(resolve('/register', false)).toEqual({ redirect: '/login?type=1' })
})

test('the way after a log-in stays inside', () => {
  expect(afterLogin('/wallet?type=2')).toBe('/wallet?type=2')
  for (const outside of [
    '',
    'https://evil.example',
    '//evil.example',
    '/nothing',
    '/login?type=1',
    'wallet',
  ])
    expect(afterLogin(outside)).toBe('/')
})

test('a slash at the end does not matter', () => {
  expect(split('/wallet/?type=1')).toEqual({ path: '/wallet', query: 'type=1' })
  expect(split('/')).toEqual({ path: '/', query: '' })
})

test('each kept page keeps the query it was last shown with', () => {
  const first = keep({}, { path: '/concise', query: 'type=pp' })
  const then = keep(first, { path: '/vip', query: '' })
  expect(then).toEqual({ '/concise': 'type=pp', '/vip': '' })
  expect(keep(then, { path: '/concise', query: 'type=ae' })).toEqual({
    '/concise': 'type=ae',
    '/vip': '',
  })
})

test('pages that are not kept leave no trace', () => {
  const kept = keep({}, { path: '/vip', query: '' })
  expect(keep(kept, { path: '/money', query: '' })).toBe(kept)
  expect(keep(kept, { path: '/vip', query: '' })).toBe(kept)
})

test('whoever is on a break or excluded is led from offers to what protects them', () => {
  for (const path of ['/activity', '/activityInfo?id=3', '/zhanzhu', '/hongbao', '/vip'])
    expect(resolve(path, true, true), path).toEqual({ redirect: '/protect' })
  for (const path of ['/', '/money', '/withdrawal', '/mine', '/kefu', '/protect'])
    expect(resolve(path, true, true), path).toHaveProperty('show')
  expect(resolve('/activity', true)).toHaveProperty('show')
})
