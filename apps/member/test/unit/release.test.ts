import { expect, test } from 'vitest'
import { isNewer } from '../../src/app/release.ts'

const page = (name: string) =>
  `<script type="module" crossorigin src="/assets/${name}.js"></script>`

test('a page that starts other code is a newer release', () => {
  expect(isNewer(page('index-b'), 'https://site.example/assets/index-a.js')).toBe(true)
  expect(isNewer(page('index-a'), 'https://site.example/assets/index-a.js')).toBe(false)
})

test('what is no page of ours, such as a log-in of some network, is no release', () => {
  expect(
    isNewer('<html>Welcome to Hotel Wi-Fi</html>', 'https://site.example/assets/index-a.js'),
  ).toBe(false)
})
