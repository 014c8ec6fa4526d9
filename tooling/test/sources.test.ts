// What holds because a dangerous thing is nowhere done, or in few known places: read from the
// sources (docs/asvs.md). A new place is looked at, and then listed here.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot, root } from '../root.ts'

/** Sources of the product by these patterns, without tests. */
const read = (...patterns: string[]) =>
  globSync(patterns, { cwd: root, exclude: ['**/{node_modules,test,dist}/**'] })
    .map(path => path.replaceAll('\\', '/'))
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
    'apps/server/src/kernel/http/headers.ts',
    'apps/venue/server/http/pages.ts',
  ])
})

/** Where the servers call somebody; the addresses are settings, of the environment or a venue. */
const CALLERS = [
  'apps/server/src/areas/cashier/sandbox/pages.ts',
  'apps/server/src/areas/chain/signer.ts',
  'apps/server/src/areas/delivery/mail.ts',
  'apps/server/src/areas/delivery/push/sender.ts',
  'apps/server/src/areas/delivery/sms.ts',
  'apps/server/src/areas/protection/nationalRegister.ts',
  'apps/server/src/areas/providers/outside.ts',
  'apps/server/src/areas/responsible/helpLinks.ts',
  'apps/server/src/areas/verification/provider.ts',
  'apps/server/src/demo/gamePage.ts',
  'apps/server/src/kernel/trace/exporter.ts',
  'apps/venue/server/beacon/Beacons.ts',
  'packages/evm/src/rpc.ts',
  'packages/tron/src/http.ts',
  'packages/venue-kit/src/cases/launches.ts',
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

test('only the signer loads tronweb', () => {
  const everything = read('{apps,packages,tooling,e2e,bench}/**/*.{ts,tsx,mjs}')
  const imports = /(?:from|import|import\(|require\()\s*'tronweb/
  expect(filesWith(everything, imports)).toEqual(['apps/signer/src/tronTransaction.ts'])
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
    'apps/venue/client/slots/openSlot.tsx',
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

test('signatures are compared in constant time: by three helpers, and nowhere else', () => {
  expect(filesWith(servers, /timingSafeEqual\(/).toSorted()).toEqual([
    'apps/server/src/kernel/keyed.ts',
    'packages/evm/src/signed.ts',
    'packages/venue-protocol/src/signature.ts',
  ])
  const plainly = /\w*[sS]ignature\w*(?:\([^()]*\))? [!=]== |[!=]== \w*[sS]ignature\w*(?!['\w])/
  expect(filesWith(servers, plainly)).toEqual([])
  // Keyed hashes are made in these files; others than the helpers look them up in the database.
  expect(filesWith(servers, /createHmac\(/).toSorted()).toEqual(KEYED)
})

const KEYED = [
  'apps/server/src/areas/cashier/sandbox/provider.ts',
  'apps/server/src/areas/message/console/suppressions.ts',
  'apps/server/src/areas/providers/adapters/cardPsp.ts',
  'apps/server/src/kernel/cardNumber.ts',
  'apps/server/src/kernel/keyed.ts',
  'packages/evm/src/signed.ts',
  'packages/venue-protocol/src/signature.ts',
]

test('no template engine and no format function is there for input to reach', () => {
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const served = Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  expect(served.length).toBeGreaterThan(100)
  const engines =
    /^(?:@fastify\/view|ejs|eta|pug|jade|handlebars|hogan\.js|mustache|nunjucks|liquidjs|dot|squirrelly|art-template|twig|velocityjs|sprintf-js|printf)$/
  expect(served.filter(name => engines.test(name))).toEqual([])
  expect(
    filesWith(
      servers,
      /\butil\.format\(|\bformatWithOptions\b|import \{[^}]*\bformat\b[^}]*\} from 'node:util'/,
    ),
  ).toEqual([])
})

test('pages ask for no plug-in: what a current browser has is enough', () => {
  const pages = read('apps/**/*.{html,tsx}', 'apps/server/src/**/*.ts', 'apps/venue/server/**/*.ts')
  expect(pages.filter(({ path }) => path.endsWith('.html')).length).toBeGreaterThan(3)
  const plugins =
    /<(?:embed|applet)\b|<object (?:data|type|class)|x-shockwave|x-silverlight|navigator\.plugins|ActiveXObject/
  expect(filesWith(pages, plugins)).toEqual([])
})

test('logs go to standard output and the database, and to no other place', () => {
  expect(filesWith(servers, /\bpino\(/)).toEqual(['apps/server/src/kernel/log.ts'])
  expect(
    filesWith(servers, /createWriteStream|appendFile|writeFile|pino\.transport|syslog|node:dgram/),
  ).toEqual([])
})

test('each process reads its own settings: the venue learns no secret of the server', () => {
  const names = (sources: Source[]) =>
    new Set(
      sources.flatMap(({ text }) =>
        [...text.matchAll(/\benv\[?\.?'?([A-Z][A-Z0-9_]{2,})|^ {2}([A-Z][A-Z0-9_]{3,}): z?/gm)].map(
          ([, read, declared]) => read ?? declared ?? '',
        ),
      ),
    )
  const server = names(servers.filter(({ path }) => path.startsWith('apps/server/')))
  const venue = names(servers.filter(({ path }) => path.startsWith('apps/venue/')))
  for (const own of ['CARD_KEY', 'FACTOR_KEY', 'DOCUMENT_KEY', 'VENUE_KEY_SECRET'])
    expect(server).toContain(own)
  for (const own of ['VENUE_MERCHANT_KEYS', 'VENUE_OPERATOR_KEY', 'VENUE_DATABASE_URL'])
    expect(venue).toContain(own)
  const both = [...server].filter(name => venue.has(name)).toSorted()
  expect(both).toEqual([
    'DATABASE_PLANS',
    'DATABASE_TLS',
    'HOST',
    'LOG_LEVEL',
    'TIANPING_MODE',
    'TRUST_PROXY',
    'VENUE_PUBLIC_URL',
  ])
})
