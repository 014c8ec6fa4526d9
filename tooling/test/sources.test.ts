// What holds because a dangerous thing is nowhere done, or in few known places: read from the
// sources (docs/asvs.md). A new place is looked at, and then listed here.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot, root } from '../root.ts'

/** Sources of the product by these patterns, without tests. */
const read = (...patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !/(^|\/)(node_modules|test|dist)\//.test(path))
    .map(path => ({ path, text: readFileSync(inRoot(path), 'utf8') }))
const servers = read(
  'apps/server/src/**/*.ts',
  'apps/venue/{server,model}/**/*.ts',
  'apps/venue/games/*/model/**/*.ts',
  'packages/*/src/**/*.ts',
)
const browsers = read(
  'apps/{member,console}/src/**/*.{ts,tsx}',
  'apps/venue/{client,games}/**/*.tsx',
)
type Source = (typeof servers)[number]

/** The files in which something occurs. */
const filesWith = (sources: Source[], what: RegExp) =>
  sources.filter(({ text }) => what.test(text)).map(({ path }) => path)

test('the patterns find the sources', () => {
  expect(servers.length).toBeGreaterThan(400)
  expect(browsers.length).toBeGreaterThan(300)
})

test('server and venue start no process and build no code', () => {
  expect(filesWith(servers, /child_process|node:vm|worker_threads/)).toEqual([])
  expect(filesWith([...servers, ...browsers], /\beval\(|new Function\(/)).toEqual([])
})

test('no pattern is built from input: each is made of constants', () => {
  const made = [...servers, ...browsers].flatMap(({ path, text }) =>
    [...text.matchAll(/\bRegExp\(/g)].map(() => path),
  )
  expect(made.toSorted()).toEqual([
    'apps/console/src/app/rooms.ts',
    'apps/console/src/parts/richText/cleanHtml.ts',
    'apps/server/src/areas/redpacket/verifyPage.ts',
    'apps/venue/server/http/pages.ts',
  ])
})

/** Where the servers call somebody; the addresses are settings, of the environment or a venue. */
const CALLERS = [
  'apps/server/src/areas/cashier/sandbox/pages.ts',
  'apps/server/src/areas/delivery/mail.ts',
  'apps/server/src/areas/delivery/sms.ts',
  'apps/server/src/areas/responsible/helpLinks.ts',
  'apps/server/src/areas/verification/provider.ts',
  'apps/server/src/demo/gamePage.ts',
  'packages/venue-protocol/src/exchange.ts',
]
const CALLS = new RegExp(
  [
    String.raw`(?<![.\w])fetch\(`,
    String.raw`\bhttps?\.(?:request|get)\(`,
    String.raw`\brequest as https?Request`,
    "from '(?:undici|nodemailer|axios|got)'",
    String.raw`createConnection\(`,
    String.raw`new WebSocket\(`,
  ].join('|'),
)

test('only known places call outside systems', () => {
  expect(filesWith(servers, CALLS).toSorted()).toEqual(CALLERS)
})

test('no outgoing call of a production server follows a redirect', () => {
  const sms = readFileSync(inRoot('apps/server/src/areas/delivery/sms.ts'), 'utf8')
  expect(sms.match(/\bfetch\(/g)).toHaveLength(1)
  expect(sms).toContain("redirect: 'error'")
  // What is not `fetch` follows none by itself: node:http, and SMTP.
  const exchange = readFileSync(inRoot('packages/venue-protocol/src/exchange.ts'), 'utf8')
  expect(exchange).not.toMatch(/\bfetch\(|\.location\b|\['location'\]/)
})

test('certificates are checked: nothing switches it off', () => {
  const off =
    /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|ignoreTLS|--insecure/
  const everything = read(
    '{apps,packages,tooling}/**/*.{ts,tsx,mjs,json,sh,yml}',
    '*.{json,mjs}',
    '.ci/*',
  )
  expect(filesWith(everything, off)).toEqual([])
})

test('what is secret is not drawn by Math.random', () => {
  // The delay before another try, and a fault of the sandbox.
  expect(filesWith(servers, /Math\.random/).toSorted()).toEqual([
    'apps/server/src/ledger/outbox.ts',
    'apps/venue/server/faults/Faults.ts',
  ])
})

test('text is shown as text, but for pictures of the build and what was sanitised', () => {
  const raw =
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML = |insertAdjacentHTML|srcDoc|document\.write/
  expect(filesWith(browsers, raw).toSorted()).toEqual([
    'apps/console/src/parts/phone/PhonePreview.tsx',
    'apps/member/src/pages/home/Welcome.tsx',
    'apps/member/src/ui/Rich.tsx',
    'apps/member/src/ui/picture/Icon.tsx',
    'apps/member/src/ui/picture/Picture.tsx',
    'apps/venue/games/slot3/main.tsx',
    'apps/venue/games/slot5/main.tsx',
  ])
})

test('passwords can be pasted, and every field says which one it is for', () => {
  expect(filesWith(browsers, /onPaste|addEventListener\('paste'/)).toEqual([])
  const fields = browsers
    .filter(({ path }) => !path.includes('/kit/') && !path.endsWith('/field/Field.tsx'))
    .flatMap(({ path, text }) =>
      [
        ...text.matchAll(/<(?:PasswordField|Input\.Password)\b[^]*?\/>|type="password"[^]*?\/>/g),
      ].map(([field]) => ({ path, field })),
    )
  expect(fields.length).toBeGreaterThan(15)
  const unnamed = fields.filter(({ field }) => !/autoComplete=|\.\.\.\w*[fF]ield\(/.test(field))
  expect(unnamed).toEqual([])
})
