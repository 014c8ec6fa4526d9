import { describe, expect, test } from 'vitest'
import {
  addressIssues,
  appSchema,
  foreignAddress,
  framedOrigins,
  placeIssues,
  soundApp,
} from '../../src/kernel/appSetting.ts'

const issues = (part: object, mode: 'sandbox' | 'production') =>
  addressIssues(appSchema.parse(part), mode).map(({ path }) => path)

describe('the addresses an operator sets', () => {
  test('plain http is refused outside a sandbox, for every one of them', () => {
    const plain = {
      site_logo: 'http://x.example/a.png',
      ios_download_url: 'http://x.example/',
      ios_download_qrcode: 'http://x.example/q.png',
      h5_url: 'http://x.example',
      service_url: 'http://x.example',
      entrances: ['http://x.example'],
    }
    expect(issues(plain, 'production')).toEqual([
      'site_logo',
      'ios_download_url',
      'ios_download_qrcode',
      'h5_url',
      'service_url',
      'entrances.0',
    ])
    expect(issues(plain, 'sandbox')).toEqual([])
  })
  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'example.com',
    'nonsense',
    '//x.example',
    'https:',
    'https://user:secret@x.example',
    'https://x.example@evil.example',
    'https:\\\\x.example',
    'https://x.example/a b',
    'java\tscript:alert(1)',
  ])('%j is no address of a page', url => {
    expect(issues({ service_url: url }, 'sandbox')).toEqual(['service_url'])
  })
  test('itms-services is an address of the download, and of nothing else', () => {
    expect(issues({ ios_download_url: 'itms-services://?action=x' }, 'production')).toEqual([])
    expect(issues({ service_url: 'itms-services://?action=x' }, 'production')).toEqual([
      'service_url',
    ])
  })
  test('the site’s own pictures and empty fields are fine', () => {
    expect(issues({ site_logo: '/art/logo.svg', ios_download_qrcode: '' }, 'production')).toEqual(
      [],
    )
  })
})

describe('what the app frames', () => {
  const site = { mode: 'production', publicUrl: 'https://site.example' } as const
  const own = ['https://site.example', 'https://zh.wikipedia.org']
  const framed = (part: object) => framedOrigins(appSchema.parse(part), site)
  test('is the site, the encyclopedia and the listed origins, whatever the addresses are', () => {
    expect(framed({})).toEqual(own)
    expect(framed({ service_url: 'https://desk.example:8443/chat?x=1' })).toEqual(own)
    expect(framed({ allowed_origins: ['https://desk.example:8443'] })).toEqual([
      'https://site.example',
      'https://desk.example:8443',
      'https://zh.wikipedia.org',
    ])
    expect(framed({ allowed_origins: ['http://desk.example', 'nonsense'] })).toEqual(own)
  })
  test('is listed before its address is set', () => {
    const said = (part: object) =>
      placeIssues(appSchema.parse(part), site).map(({ path, message }) => `${path}: ${message}`)
    const service_url = 'https://desk.example:8443/chat?x=1'
    expect(said({ service_url })).toEqual([
      'service_url: 请先将 https://desk.example:8443 列入允许的域名',
    ])
    expect(said({ service_url, allowed_origins: ['https://desk.example:8443'] })).toEqual([])
    expect(said({ allowed_origins: ['https://desk.example/chat'] })).toEqual([
      'allowed_origins.0: 只填域名，不含路径',
    ])
  })
})

test('what was stored before addresses were checked is passed over; the site’s own stand in', () => {
  const bad = 'javascript:alert(1)'
  const stored = {
    site_logo: bad,
    ios_download_url: bad,
    ios_download_qrcode: bad,
    h5_url: bad,
    service_url: bad,
    entrances: [bad, 'https://a.example', 'https://user:secret@b.example', 'http://c.example'],
  }
  expect(soundApp(appSchema.parse(stored), 'production')).toMatchObject({
    site_logo: '/art/logo.webp',
    ios_download_url: '',
    ios_download_qrcode: '',
    h5_url: '',
    service_url: '',
    entrances: ['https://a.example'],
  })
})

describe('a link in a text of one operator', () => {
  const site = { mode: 'production', publicUrl: 'https://site.example' } as const
  const app = appSchema.parse({
    allowed_origins: ['https://desk.example'],
    h5_url: 'https://h5.example',
  })
  const foreign = (address: string) => foreignAddress([address], app, site)
  test.each([
    '/#/vip',
    '#/activity',
    'https://site.example/x',
    'https://h5.example/',
    'https://desk.example/chat',
    'tel:4001234567',
    'mailto:help@site.example',
  ])('may lead to %j', address => {
    expect(foreign(address)).toBeUndefined()
  })
  test.each(['https://evil.example', '//evil.example/x', '/\\evil.example', 'http://site.example'])(
    'may not lead to %j',
    address => {
      expect(foreign(address)).toBe(address)
    },
  )

  const shared = appSchema.parse({
    allowed_origins: ['https://chat.example', 'https://apps.example', 'https://desk.example'],
    service_url: 'https://chat.example/room/17?skin=1',
    ios_download_url: 'https://apps.example/tianping',
  })
  test.each([
    'https://chat.example/room/17?skin=1',
    'https://apps.example/tianping',
    'https://desk.example/any',
  ])('may lead to the place that was set: %j', address => {
    expect(foreignAddress([address], shared, site)).toBeUndefined()
  })
  test.each([
    'https://chat.example/room/666?skin=1',
    'https://chat.example/room/17?skin=1&to=666',
    'https://chat.example/room/17?skin=1#666',
    'https://chat.example/',
    'https://apps.example/tianping2',
  ])('may not lead to another account on the same host: %j', address => {
    expect(foreignAddress([address], shared, site)).toBe(address)
  })
})
