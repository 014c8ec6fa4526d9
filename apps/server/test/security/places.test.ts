// Where members are sent, what they are told and what they see in frames: one operator alone sends
// nobody anywhere.
import { run, sql } from '@tianping/database'
import { isPower, type ConsoleSent } from '@tianping/contract/console'
import { describe, expect, test } from 'vitest'
import { seedSite } from '../../src/demo/site.ts'
import { appSchema, type AppSetting } from '../../src/kernel/appSetting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk, PASSWORD, type Desk } from '../console/support.ts'

const { site, owner, clock } = await openCashier()
await seedSite(owner, clock.now())
const [anna, bert, boss] = [
  await desk(site, 'support', 'anna'),
  await desk(site, 'finance', 'bert'),
  await desk(site, 'admin', 'boss'),
]
const DAY_MS = 86_400_000
const shown = async () => (await anna.call('POST /api/console/site/show')).data
const told = async () => (await site.call<AppSetting>('POST /api/app')).data

async function save(part: Partial<AppSetting>, by: Desk = anna) {
  const { version, value } = await shown()
  return by.call('POST /api/console/site/save', {
    version,
    value: { ...(value as object), ...part },
    note: '更换',
  })
}
const store = async (part: Partial<AppSetting>) =>
  writeSetting(
    owner,
    'app',
    appSchema,
    { ...((await shown()).value as object), ...part },
    { name: 'old', at: clock.now() },
  )

describe('a setting that sends members somewhere', () => {
  test.each<[string, Partial<AppSetting>]>([
    [
      'the download',
      { ios_download_url: 'itms-services://?action=download-manifest&url=https://x' },
    ],
    ['the code to scan', { ios_download_qrcode: 'https://evil.example/q.png' }],
    ['the permanent domain', { h5_url: 'https://evil.example' }],
    ['an entrance', { entrances: ['https://evil.example'] }],
    ['an origin to frame', { allowed_origins: ['https://evil.example'] }],
    [
      'customer service',
      { service_url: 'https://evil.example/', allowed_origins: ['https://evil.example'] },
    ],
    ['the popup', { webcontent: '<p><a href="https://evil.example">领奖</a></p>' }],
    ['when the popup shows', { modal_until: '2030-01-01 00:00' }],
    ['what everybody reads during maintenance', { repair_tips: '请到 evil.example 登录' }],
    ['the logo', { site_logo: 'https://evil.example/a.png' }],
  ])('changes by two persons: %s', async (_name, part) => {
    const before = await told()
    expect(await save(part)).toMatchObject({
      code: 200,
      message: '已提交，等待另一位同事审批',
      data: { waits: true },
    })
    expect(await told()).toEqual(before)
    const { proposal } = await shown()
    expect(proposal).toMatchObject({ proposed_by: 'anna', note: '更换', value: part })
    expect((await anna.call('POST /api/console/rules/withdraw', { id: proposal!.id })).code).toBe(
      200,
    )
    expect((await shown()).proposal).toBeNull()
    expect(await told()).toEqual(before)
  })

  test('counts once another has approved it, and never by who asked for it', async () => {
    const h5_url = 'https://h5.example'
    await save({ h5_url }, boss)
    const { proposal } = await shown()
    const id = proposal!.id
    expect(await boss.call('POST /api/console/rules/approve', { id })).toMatchObject({ code: 409 })
    expect(await anna.call('POST /api/console/rules/approve', { id })).toMatchObject({ code: 403 })
    expect(await anna.call('POST /api/console/rules/withdraw', { id })).toMatchObject({ code: 409 })
    expect((await bert.call('POST /api/console/rules/approve', { id })).code).toBe(200)
    expect((await told()).h5_url).toBe(h5_url)
    expect((await shown()).versions[0]).toMatchObject({ proposed_by: 'boss', changed_by: 'bert' })
  })

  test('that is no sound address is refused by field as a rule too, where nobody looks at it', async () => {
    const { version, value } = await shown()
    const asked = await bert.call('POST /api/console/rules/propose', {
      key: 'app',
      version,
      value: { ...(value as object), service_url: 'javascript:alert(1)' },
      note: 'x',
    })
    expect(asked).toMatchObject({ code: 400, data: { issues: [{ path: 'service_url' }] } })
    for (const service_url of ['https://me:secret@desk.example', 'https://unlisted.example/'])
      expect(await save({ service_url })).toMatchObject({
        code: 400,
        data: { issues: [{ path: 'service_url' }] },
      })
  })

  test('is emptied and switched off by one person at once, and switched on by two', async () => {
    expect((await save({ index_modal: 0, redpacket_switch: 0, h5_url: '' })).data.waits).toBe(false)
    expect(await told()).toMatchObject({ index_modal: 0, redpacket_switch: 0 })
    for (const part of [{ index_modal: 1 }, { redpacket_switch: 1 }] as const) {
      expect((await save(part)).data.waits).toBe(true)
      const { proposal } = await shown()
      await bert.call('POST /api/console/rules/reject', { id: proposal!.id, remark: '否' })
    }
    expect((await save({ site_state: 0 })).data.waits).toBe(false)
    expect((await save({ site_state: 1, title: '天平二' })).data.waits).toBe(false)
  })
})

test('what was stored before it was checked reaches no member, and breaks no answer', async () => {
  const before = (await shown()).value as AppSetting
  const bad = 'javascript:alert(document.domain)'
  await store({
    site_logo: bad,
    ios_download_url: bad,
    h5_url: bad,
    service_url: bad,
    entrances: ['nonsense', bad, 'https://a:b@evil.example', 'https://good.example/'],
  })
  expect(await site.call('GET /api/getVisitUrl')).toMatchObject({
    code: 200,
    data: { url: 'https://good.example' },
  })
  await store({ entrances: [bad] })
  expect((await site.call('GET /api/getVisitUrl')).code).toBe(201)
  const service = await site.call<{ url: string }>('POST /api/getservicerurl')
  expect(JSON.stringify([await told(), service.data])).not.toContain('javascript:')
  // Nor does it keep one person from closing the site.
  expect((await save({ site_state: 0 })).data.waits).toBe(false)
  expect(await save({ webcontent: '<p>新</p>' })).toMatchObject({
    code: 400,
    data: { issues: [{ path: 'site_logo' }, {}, {}, {}, {}] },
  })
  await store(before)
})

describe('a text that one operator writes links to the site and to listed places only', () => {
  const evil = '<p><a href="https://evil.example/login">领取</a></p>'
  const refused = {
    code: 400,
    message: '链接只能指向本站或允许的域名：https://evil.example/login',
    data: { field: 'content' },
  }
  test('an article', async () => {
    const row = (await anna.call('POST /api/console/articles/list')).data.data[0]!
    const asked = (content: string) =>
      anna.call('POST /api/console/articles/save', { ...row, content })
    expect(await asked(evil)).toMatchObject(refused)
    expect((await asked('<p><a href="/#/vip">等级</a></p>')).code).toBe(200)
  })

  test('an article, also to another account on the host of customer service', async () => {
    const before = (await shown()).value as AppSetting
    await store({
      service_url: 'https://chat.example/room/17',
      allowed_origins: ['https://chat.example'],
    })
    const row = (await anna.call('POST /api/console/articles/list')).data.data[0]!
    const asked = (room: string) =>
      anna.call('POST /api/console/articles/save', {
        ...row,
        content: `<p><a href="https://chat.example/room/${room}">客服</a></p>`,
      })
    expect(await asked('666')).toMatchObject({ code: 400, data: { field: 'content' } })
    expect((await asked('17')).code).toBe(200)
    await store(before)
  })

  test('an activity, in its text and its small print', async () => {
    await run(owner, sql`insert into activity_type (name) values ('日常')`)
    const type = (await anna.call('POST /api/console/activity-types/list')).data[0]!
    const blank = {
      id: 0,
      seen: '',
      title: '礼',
      banner: '/a.webp',
      content: '<p>好</p>',
      memo: '',
      rank: 0,
      enabled: 0,
      starts_at: '',
      ends_at: '',
    }
    const asked = (part: object) =>
      anna.call('POST /api/console/activities/save', {
        ...blank,
        type_id: type.id,
        ...part,
      } as ConsoleSent<'POST /api/console/activities/save'>)
    expect(await asked({ content: evil })).toMatchObject(refused)
    expect(await asked({ memo: evil })).toMatchObject({ code: 400, data: { field: 'memo' } })
    for (const banner of [
      '//evil.example/a.png',
      'https://a:b@evil.example/a.png',
      'https:nonsense',
    ])
      expect((await asked({ banner })).code).toBe(400)
    expect((await asked({})).code).toBe(200)
  })

  test('a message to one member', async () => {
    const { name } = await site.member()
    const advert = { reason: '测试' }
    const text = { title: '奖金', content: evil, advert }
    const letter = { audience: 'some' as const, members: name, ...text }
    expect(await anna.call('POST /api/console/messages/send', letter)).toMatchObject(refused)
  })
})

describe('messages to many', () => {
  const send = (by: Desk, members: string[], title: string) =>
    by.call('POST /api/console/messages/send', {
      audience: 'some',
      members: members.join(' '),
      title,
      content: '<p>好</p>',
      advert: { reason: '测试' },
    })
  const inbox = async (token: string) =>
    (
      await site.call<{ data: { title: string }[] }>('POST /api/noticeList', {}, { token })
    ).data.data.map(each => each.title)

  test('take two persons also when they are sent in parts, and at the same moment', async () => {
    const names: string[] = []
    for (let n = 0; n < 50; n++) names.push((await site.member()).name)
    const last = await site.member()
    const both = await Promise.all([
      send(anna, names.slice(0, 30), '甲'),
      send(anna, names.slice(20), '乙'),
    ])
    expect(both.map(each => each.data.waits).toSorted()).toEqual([false, true])
    expect((await send(anna, names.slice(0, 20), '丙')).data.waits).toBe(false)
    expect((await send(anna, [last.name], '丁')).data.waits).toBe(true)
    expect(await inbox(last.token)).toEqual([])
    const waiting = (await anna.call('POST /api/console/messages/waiting')).data
    expect(waiting).toHaveLength(2)
    for (const { id } of waiting) {
      expect((await anna.call('POST /api/console/rules/approve', { id })).code).toBe(403)
      expect((await bert.call('POST /api/console/rules/approve', { id })).code).toBe(200)
    }
    expect(await inbox(last.token)).toEqual(['丁'])
  })

  test('are refused by the database where one person is both', async () => {
    await expect(
      run(
        owner,
        sql`insert into sending (audience, title, content, member_ids, sent_by, approved_by, sent_at) values ('some', 'x', 'x', '{1}', 'anna', 'anna', now())`,
      ),
    ).rejects.toThrow('check')
  })

  test('that nobody approves do not pile up', async () => {
    const all = (n: number) =>
      boss.call('POST /api/console/messages/send', {
        audience: 'all',
        members: '',
        title: `致全体${n}`,
        content: '<p>好</p>',
        advert: { reason: '测试' },
      })
    for (let n = 0; n < 20; n++) expect((await all(n)).code).toBe(200)
    expect(await all(20)).toMatchObject({ code: 409, message: '待审批的群发消息过多，请先处理' })
  })
})

test('what another approved, or went out a day ago, is not what one sends alone today', async () => {
  clock.advance(DAY_MS + 1_000)
  const { name } = await site.member()
  const entered = await consoleCall(site, 'POST /api/console/login', {
    name: 'anna',
    password: PASSWORD,
  })
  const cookie = String(entered.headers['set-cookie']).split(';')[0]!
  const advert = { reason: '测试' }
  const letter = { audience: 'some', members: name, title: '戊', content: '<p>好</p>', advert }
  const sent = await consoleCall(site, 'POST /api/console/messages/send', letter, { cookie })
  expect(sent.json()).toMatchObject({ code: 200, data: { waits: false } })
})

test('what reaches many members is power: it is granted by two persons', () => {
  for (const permission of ['site.write', 'message.send', 'activity.write', 'venue.write'])
    expect([permission, isPower(permission)]).toEqual([permission, true])
  expect(isPower('member.note')).toBe(false)
})
