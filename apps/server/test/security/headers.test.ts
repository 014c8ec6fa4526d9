// Cookies and headers over https and over plain http, and whom to tell of a weakness.
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { createOperator } from '../../src/console/signIn/operators.ts'
import { consoleCall, PASSWORD } from '../console/support.ts'
import { openTestSite, TestClock, type TestSite } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const clock = new TestClock('2026-11-20T04:00:00Z')
const https = await openTestSite(url, { clock, publicUrl: 'https://site.example' })
const http = await openTestSite(url, { clock })
await createOperator(open(), { name: 'desk', password: PASSWORD, role: 'support' }, clock.now())

/** The first cookie that is set: an operator's session, or the mark of a member's browser. */
const setCookie = (answer: { headers: Record<string, unknown> }) =>
  String([answer.headers['set-cookie']].flat()[0])
const enter = (site: TestSite) =>
  consoleCall(site, 'POST /api/console/login', { name: 'desk', password: PASSWORD })
const ask = async (site: TestSite, cookie: string) =>
  (await consoleCall(site, 'POST /api/console/me', {}, { cookie })).json<{ code: number }>().code
const page = (site: TestSite, path = '/service') => site.app.inject({ method: 'GET', url: path })

describe('the cookie of operators', () => {
  test('over https is one that no other host of the domain can set', async () => {
    const cookie = setCookie(await enter(https))
    expect(cookie).toMatch(
      /^__Host-tianping_console=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    const token = /=([0-9a-f]{64});/.exec(cookie)![1]!
    expect(await ask(https, `__Host-tianping_console=${token}`)).toBe(200)
    // A host below could set the old name.
    expect(await ask(https, `tianping_console=${token}`)).toBe(401)
  })

  test('ends under the same name', async () => {
    const cookie = setCookie(await enter(https)).split(';')[0]!
    const out = await consoleCall(https, 'POST /api/console/logout', {}, { cookie })
    expect(setCookie(out)).toBe(
      '__Host-tianping_console=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
    )
    expect(await ask(https, cookie)).toBe(401)
  })

  test('over plain http keeps its name, since browsers take the prefix with Secure only', async () => {
    expect(setCookie(await enter(http))).toMatch(
      /^tianping_console=[0-9a-f]{64}; Path=\/api\/console; HttpOnly; SameSite=Strict$/,
    )
  })
})

describe('the mark of a member’s browser', () => {
  const logIn = async (cookie: string) => {
    const { name } = await https.member()
    const answer = await https.app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { name, password: 'secret1', code: 'abcd' },
      headers: { cookie },
    })
    expect(answer.json()).toMatchObject({ code: 200 })
    return setCookie(answer)
  }
  const planted = 'f'.repeat(32)

  test('over https cannot be planted by another host of the domain', async () => {
    const given = await logIn(`tianping_device=${planted}`)
    expect(given).toMatch(
      /^__Host-tianping_device=[0-9a-f]{32}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect(given).not.toContain(planted)
    expect(await logIn(given.split(';')[0]!)).toBe(given)
  })
})

describe('headers', () => {
  test('pages give no feature away that neither they nor games use', async () => {
    const policy = String((await page(http)).headers['permissions-policy'])
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(policy).toContain(`${feature}=()`)
    for (const needed of ['fullscreen', 'autoplay', 'clipboard-write', 'publickey-credentials-get'])
      expect(policy).not.toContain(needed)
  })

  test('files that pages are made of say what they may do, and nothing that only pages obey', async () => {
    for (const path of ['/art/logo.svg', '/first.js', '/assets/none.js']) {
      const { headers } = await page(http, path)
      expect(headers, path).toMatchObject({
        'content-security-policy':
          "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      })
      expect(headers, path).not.toHaveProperty('permissions-policy')
    }
    // Another spelling of a page's own address.
    for (const path of ['/assets/..%2findex.html', '/assets/../', '/console/art/%2e%2e/']) {
      const { headers } = await page(http, path)
      expect(headers['content-security-policy'], path).toContain("base-uri 'none'")
      expect(headers, path).toHaveProperty('x-frame-options', 'SAMEORIGIN')
    }
  })

  test('https is insisted on for every host below, for as long as the setting says', async () => {
    const header = 'strict-transport-security'
    expect((await page(https)).headers[header]).toBe('max-age=31536000; includeSubDomains')
    expect((await page(https, '/api/none')).headers[header]).toBe(
      'max-age=31536000; includeSubDomains',
    )
    expect((await page(http)).headers[header]).toBeUndefined()
    const short = await openTestSite(url, {
      publicUrl: 'https://site.example',
      env: { HSTS_SECONDS: '300' },
    })
    expect((await page(short)).headers[header]).toBe('max-age=300; includeSubDomains')
  })
})

describe('/.well-known/security.txt', () => {
  const path = '/.well-known/security.txt'

  test('is not there without a contact', async () => {
    expect((await page(https, path)).statusCode).toBe(404)
  })

  test('names the contacts, and expires as many days from now as the settings say', async () => {
    const site = await openTestSite(url, {
      clock,
      publicUrl: 'https://site.example',
      env: {
        SECURITY_CONTACT: 'mailto:security@site.example, https://site.example/report',
        SECURITY_TXT_DAYS: '30',
      },
    })
    const { statusCode, headers, body } = await page(site, path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(body).toBe(
      [
        'Contact: mailto:security@site.example',
        'Contact: https://site.example/report',
        'Expires: 2026-12-20T04:00:00.000Z',
        'Preferred-Languages: zh, en',
        'Canonical: https://site.example/.well-known/security.txt',
        '',
      ].join('\n'),
    )
  })

  test('takes no contact that nobody could use', async () => {
    await expect(openTestSite(url, { env: { SECURITY_CONTACT: 'the desk' } })).rejects.toThrow(
      'SECURITY_CONTACT',
    )
  })
})
