import { rows, run, sql } from '@tianping/database'
import { addDays, beijingDay } from '@tianping/money/day'
import { describe, expect, test } from 'vitest'
import { consented, seedTerms } from '../../src/areas/consents/consents.ts'
import { AGE_SETTING, ageSchema } from '../../src/areas/profiles/profiles.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite } from '../support/site.ts'

const database = await freshDatabase('server')
const owner = database.open()
const site = await openTestSite(database.url)
const articles = [
  { type: 5, title: '规则与条款', content: '<p>第一版条款</p>' },
  { type: 6, title: '隐私政策', content: '<p>第一版隐私</p>' },
]
await seedTerms(owner, articles, new Date(Date.now() - 86_400_000))

const form = {
  password: 'secret1',
  confirmPass: 'secret1',
  realname: '新会员',
  paypassword: '888888',
  code: 'abcd',
}
let joined = 0
const register = (change: object = {}) =>
  site.call<{ api_token: string }>(
    'POST /api/register',
    { ...form, name: `joiner${++joined}`, ...change },
    { headers: { 'x-forwarded-for': `10.1.${joined}.1` } },
  )
type Consents = {
  due: { kind: string; version: number }[]
  given: { kind: string; version: number; withdrawn_at: string }[]
}
const show = async (token: string) =>
  (await site.call<Consents>('POST /api/consents/show', {}, { token })).data
const today = beijingDay(Date.now())
const yearsAgo = (years: number) => `${Number(today.slice(0, 4)) - years}${today.slice(4)}`

describe('age', () => {
  test('a client of before registers without a birthday and without consents', async () => {
    const made = await register()
    expect(made.code).toBe(200)
    expect((await show(made.data.api_token)).given).toEqual([])
  })

  test('a child’s and a future birthday are refused at registration and in the profile', async () => {
    const { token } = await site.member()
    const profile = (birthday: string) =>
      site.call(
        'POST /api/updateuserinfo',
        { mobile: '13800138000', email: 'a@example.com', birthday },
        { token },
      )
    const young = addDays(yearsAgo(18), 2)
    for (const save of [(birthday: string) => register({ birthday }), profile]) {
      expect((await save('2030-05-05')).message).toBe('生日不能晚于今天')
      expect((await save(young)).message).toBe('须年满18周岁')
      expect((await save('1979-12-31')).message).toBe('生日最早为1980-01-01')
      expect((await save('1990-02-30')).message).toBe('请输入正确的日期格式：YYYY-MM-DD')
      expect((await save('1990-02-28')).code).toBe(200)
    }
    expect((await register({ name: 'x', birthday: '2030-05-05' })).message, 'theirs first').toBe(
      '用户名长度6~11位，以字母或数字组合！',
    )
  })

  test('the age and the earliest birthday are settings that the app reads', async () => {
    const at = { name: 'test', at: new Date() }
    const value = { minAge: 21, earliestBirthday: '1950-01-01' }
    await writeSetting(owner, AGE_SETTING, ageSchema, value, at)
    const { data } = await site.call<{ rules: object }>('POST /api/app')
    expect(data.rules).toMatchObject({ min_age: 21, earliest_birthday: '1950-01-01' })
    expect((await register({ birthday: yearsAgo(20) })).message).toBe('须年满21周岁')
    expect((await register({ birthday: '1950-01-01' })).code).toBe(200)
    await writeSetting(owner, AGE_SETTING, ageSchema, {}, at)
  })
})

describe('consents', () => {
  test('registration keeps a row for each text and its version', async () => {
    const made = await register({ birthday: '1990-01-01', terms: 1, privacy: 1 })
    const { due, given } = await show(made.data.api_token)
    expect(due).toEqual([])
    expect(given.map(({ kind, version }) => [kind, version])).toEqual([
      ['privacy', 1],
      ['terms', 1],
    ])
  })

  test('a version that was never published counts for nothing', async () => {
    const made = await register({ terms: 7, privacy: 7 })
    expect((await show(made.data.api_token)).given).toEqual([])
  })

  test('each choice is a row of its own, and is withdrawn in one step', async () => {
    const { token, memberId } = await site.member()
    for (const kind of ['marketing', 'identity', 'finance', 'location', 'abroad'])
      expect(
        (await site.call('POST /api/consents/give', { kind, version: 0 }, { token })).code,
      ).toBe(200)
    await site.call('POST /api/consents/give', { kind: 'marketing', version: 0 }, { token })
    const kept = await rows(
      owner,
      sql<{
        kind: string
      }>`select kind from consent where member_id = ${memberId} order by consent_id`,
    )
    expect(kept.map(({ kind }) => kind)).toEqual([
      'marketing',
      'identity',
      'finance',
      'location',
      'abroad',
    ])
    expect(await consented(owner, memberId, 'marketing')).toBe(true)
    const withdraw = (kind: string) => site.call('POST /api/consents/withdraw', { kind }, { token })
    expect((await withdraw('marketing')).code).toBe(200)
    expect(await consented(owner, memberId, 'marketing')).toBe(false)
    expect((await withdraw('marketing')).code, 'there is none any more').toBe(409)
    expect((await withdraw('terms')).message).toContain('请注销账户')
    expect((await site.call('POST /api/user', {}, { token })).code, 'the core still works').toBe(
      200,
    )
  })

  test('a new version takes two persons, is read at once, and asks those who agreed before', async () => {
    const made = await register({ terms: 1, privacy: 1 })
    const token = made.data.api_token
    const [first, second] = [await desk(site, 'admin'), await desk(site, 'admin')]
    const value = { heading: '规则与条款', content: '<p>第二版条款</p>', news: '新增投诉渠道' }
    const proposal = { key: 'terms:terms', version: 1, value, note: '更新' }
    const read = async () =>
      (await site.call<{ content: string }>('POST /api/article', { type: 5 })).data.content
    expect((await first.call('POST /api/console/rules/propose', proposal)).code).toBe(200)
    expect(await read()).toContain('第一版')
    const { data } = await first.call('POST /api/console/rules/show', { key: 'terms:terms' })
    const id = data.proposal!.id
    expect((await first.call('POST /api/console/rules/approve', { id, remark: '' })).code).not.toBe(
      200,
    )
    expect((await second.call('POST /api/console/rules/approve', { id, remark: '' })).code).toBe(
      200,
    )
    expect(await read()).toContain('第二版')
    expect((await show(token)).due).toMatchObject([{ kind: 'terms', version: 2 }])
    const give = (version: number) =>
      site.call('POST /api/consents/give', { kind: 'terms', version }, { token })
    expect((await give(1)).message).toBe('条款已更新到第 2 版，请阅读后再同意')
    expect((await give(2)).code).toBe(200)
    expect((await show(token)).due).toEqual([])
  })

  test('who agreed to an older version just after a new one was published is asked for the new one', async () => {
    const made = await register({ terms: 1, privacy: 1 })
    const token = made.data.api_token
    const { due, given } = await show(token)
    expect(given).toMatchObject([{ kind: 'privacy' }, { kind: 'terms', version: 1 }])
    expect(due).toMatchObject([{ kind: 'terms', version: 2 }])
    const choice = { kind: 'terms', version: 2 }
    expect((await site.call('POST /api/consents/give', choice, { token })).code).toBe(200)
    expect((await show(token)).due).toEqual([])
    const unasked = await register()
    expect((await show(unasked.data.api_token)).due, 'agreed to none').toEqual([])
  })

  test('a published text and a consent are never rewritten by the server', async () => {
    const server = database.open({ role: 'tianping_app' })
    await expect(run(server, sql`update terms_version set content = ''`)).rejects.toThrow('denied')
    await expect(run(server, sql`update consent set version = 9`)).rejects.toThrow('denied')
    await expect(run(server, sql`delete from consent`)).rejects.toThrow('denied')
  })
})
