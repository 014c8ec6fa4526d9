import { expect, test } from 'vitest'
import { isNewer } from '../../src/app/release.ts'

const page = (...names: string[]) =>
  names.map(name => `<script type="module" crossorigin src="/assets/${name}.js"></script>`).join('')
const running = ['/assets/base-a.js', '/assets/home-a.js']

test('a page that starts other code is a newer release, also when only its last script differs', () => {
  expect(isNewer(page('base-b', 'home-b'), running)).toBe(true)
  expect(isNewer(page('base-a', 'home-b'), running)).toBe(true)
  expect(isNewer(page('base-a', 'home-a'), running)).toBe(false)
})

test('what is no page of ours, such as a log-in of some network, is no release', () => {
  expect(isNewer('<html>Welcome to Hotel Wi-Fi</html>', running)).toBe(false)
})
