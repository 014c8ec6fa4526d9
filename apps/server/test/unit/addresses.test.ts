import { describe, expect, test } from 'vitest'
import { addressIssues, appSchema, framedOrigins } from '../../src/kernel/appSetting.ts'

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

test('frames follow the configured addresses; what is no web address frames nothing', () => {
  const site = { mode: 'production', publicUrl: 'https://site.example' } as const
  expect(framedOrigins(appSchema.parse({}), site)).toEqual([
    'https://site.example',
    'https://zh.wikipedia.org',
  ])
  const app = appSchema.parse({
    service_url: 'https://desk.example:8443/chat?x=1',
    ios_download_url: 'itms-services://?action=x',
  })
  expect(framedOrigins(app, site)).toEqual([
    'https://site.example',
    'https://desk.example:8443',
    'https://zh.wikipedia.org',
  ])
  expect(framedOrigins(appSchema.parse({ service_url: 'http://desk.example' }), site)).toEqual([
    'https://site.example',
    'https://zh.wikipedia.org',
  ])
})
