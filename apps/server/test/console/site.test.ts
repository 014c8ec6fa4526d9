import { settingFormats } from '@tianping/contract/facts'
import { rows, run, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { seedSite } from '../../src/demo/site.ts'
import { appSchema } from '../../src/kernel/appSetting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk } from './support.ts'

const { site, owner, clock } = await openCashier()
await seedSite(owner, clock.now())
const [anna, bert, eyes] = [
  await desk(site, 'support', 'anna'),
  await desk(site, 'admin', 'bert'),
  await desk(site, 'auditor', 'eyes'),
]
const auditOf = (subject: string) =>
  rows(
    owner,
    sql<{
      action: string
      operator: string
      before: object
      after: object
      note: string
    }>`select action, operator, before, after, note from audit_log where subject = ${subject} order by audit_id`,
  )
const app = async () => (await eyes.call('POST /api/console/site/show')).data

describe('the site’s settings', () => {
  test('are saved as the next version with a note, shown to members at once, and written down with before and after', async () => {
    const { version, value } = await app()
    expect(
      await anna.call('POST /api/console/site/save', {
        version,
        value: { ...(value as object), title: '新站' },
        note: '',
      }),
    ).toMatchObject({ code: 400, message: '请填写修改说明' })
    expect(
      (
        await anna.call('POST /api/console/site/save', {
          version,
          value: { ...(value as object), title: '新站' },
          note: '改名',
        })
      ).code,
    ).toBe(200)
    expect((await site.call<{ title: string }>('POST /api/app')).data.title).toBe('新站')
    expect((await app()).versions[0]).toMatchObject({
      version: version + 1,
      changed_by: 'anna',
      note: '改名',
    })
    expect(await auditOf(`setting:app:${version + 1}`)).toMatchObject([
      {
        action: 'site.save',
        operator: 'anna',
        before: { title: '天平' },
        after: { title: '新站' },
        note: '改名',
      },
    ])
  })

  test('a setting’s schema says which of its texts are days and minutes', async () => {
    const { properties } = (await app()).schema as {
      properties: Record<string, { type?: string; format?: string }>
    }
    expect(properties['modal_from']).toMatchObject({ format: settingFormats.minute })
    expect(properties['modal_until']).toMatchObject({ format: settingFormats.minute })
    expect(properties['title']).not.toHaveProperty('format')
    const { schema } = (await bert.call('POST /api/console/rules/show', { key: 'cashier' })).data
    const backAt = `"backAt":{"default":"","type":"string","format":"${settingFormats.minute}"}`
    expect(JSON.stringify(schema)).toContain(backAt)
  })

  test('are not written over by who began with an older version', async () => {
    const { version, value } = await app()
    const saves = await Promise.all(
      [anna, bert].map(one =>
        one.call('POST /api/console/site/save', {
          version,
          value: { ...(value as object), title: one.name },
          note: '同时',
        }),
      ),
    )
    expect(saves.map(save => save.code).toSorted()).toEqual([200, 409])
    expect(saves.find(save => save.code === 409)!.message).toBe(
      `“站点设置”已更新到第 ${version + 1} 版，请刷新后重新修改`,
    )
  })

  test('that do not fit are refused by field', async () => {
    const { version, value } = await app()
    expect(
      await anna.call('POST /api/console/site/save', {
        version,
        value: { ...(value as object), title: '很'.repeat(30) },
        note: 'x',
      }),
    ).toMatchObject({ code: 400, data: { issues: [{ path: 'title' }] } })
    expect((await app()).version).toBe(version)
  })

  test('addresses are complete web addresses: others are refused by field, with what is expected', async () => {
    const { version, value } = await app()
    const bad = {
      h5_url: 'example.com',
      service_url: 'javascript:alert(1)',
      ios_download_url: 'ftp://x/y',
      ios_download_qrcode: '//elsewhere/x.png',
      entrances: ['https://a.example.com', 'nonsense'],
    }
    const answer = await anna.call('POST /api/console/site/save', {
      version,
      value: { ...(value as object), ...bad },
      note: 'x',
    })
    const web = '须是 http:// 或 https:// 开头的完整地址'
    expect(answer).toMatchObject({ code: 400, message: '填写有误，请检查标出的项目' })
    expect((answer.data as unknown as { issues: object[] }).issues).toEqual([
      { path: 'ios_download_url', message: `${web}，或 itms-services://` },
      { path: 'ios_download_qrcode', message: `${web}，或站内的 / 开头` },
      { path: 'h5_url', message: web },
      { path: 'service_url', message: web },
      { path: 'entrances.1', message: web },
    ])
    expect((await app()).version).toBe(version)
  })

  test('a nonsense entrance that was stored before is passed over: getVisitUrl still answers', async () => {
    const { value } = await app()
    await writeSetting(
      owner,
      'app',
      appSchema,
      { ...(value as object), entrances: ['nonsense', 'https://a.example.com/'] },
      { name: 'old', at: clock.now() },
    )
    expect(await site.call('GET /api/getVisitUrl')).toMatchObject({
      code: 200,
      data: { url: 'https://a.example.com' },
    })
    await writeSetting(owner, 'app', appSchema, value as object, { name: 'old', at: clock.now() })
  })

  test('asked for again with the same key are saved once', async () => {
    const { version, value } = await app()
    const body = { version, value: { ...(value as object), title: '一次' }, note: '重试' }
    const once = () =>
      consoleCall(site, 'POST /api/console/site/save', body, {
        cookie: anna.cookie,
        'idempotency-key': 'save-once-1',
      })
    expect([
      (await once()).json<{ code: number }>().code,
      (await once()).json<{ code: number }>().code,
    ]).toEqual([200, 200])
    expect((await app()).version).toBe(version + 1)
    const other = await consoleCall(
      site,
      'POST /api/console/site/save',
      { ...body, version: version + 1, value: { ...(value as object), title: '另一次' } },
      { cookie: anna.cookie, 'idempotency-key': 'save-once-1' },
    )
    expect(
      [other.json<{ code: number }>().code, (await app()).version],
      'the same key with another content is no repetition',
    ).toEqual([200, version + 2])
  })
})

test('a preview is what members get: nothing in it runs', async () => {
  expect(
    (
      await eyes.call('POST /api/console/site/preview', {
        html: '<p onclick="x()">好<img src="x" onerror="y()"><script>z</script></p><iframe src="/"></iframe>',
      })
    ).data.html,
  ).toBe('<p>好<img src="x" /></p>')
})

describe('content', () => {
  test('a banner is added, changed and removed, each for members at once', async () => {
    const shown = async () =>
      (await site.call<{ title: string }[]>('POST /api/bannerList', { type: 2 })).data.map(
        each => each.title,
      )
    expect(
      (
        await anna.call('POST /api/console/banners/save', {
          id: 0,
          seen: '',
          kind: 2,
          src: 'javascript:alert(1)',
          title: '坏',
          rank: 0,
          enabled: 1,
        })
      ).code,
    ).toBe(400)
    expect(
      (
        await anna.call('POST /api/console/banners/save', {
          id: 0,
          seen: '',
          kind: 2,
          src: '/art/banner-1.webp',
          title: '甲',
          rank: 0,
          enabled: 1,
          advert: { picture_age: 1, picture_minors: 1 },
        })
      ).code,
    ).toBe(200)
    expect(await shown()).toContain('甲')
    const row = (await eyes.call('POST /api/console/banners/list')).data.data.find(
      each => each.title === '甲',
    )!
    expect(
      (await anna.call('POST /api/console/banners/save', { ...row, title: '乙', enabled: 1 })).code,
    ).toBe(200)
    expect(await shown()).toContain('乙')
    // What was seen is no longer there.
    expect(
      await bert.call('POST /api/console/banners/remove', { id: row.id, seen: row.seen }),
    ).toMatchObject({ code: 409, message: '该内容已被他人修改，请刷新后重试' })
    const now = (await eyes.call('POST /api/console/banners/list')).data.data.find(
      each => each.id === row.id,
    )!
    expect(
      (await bert.call('POST /api/console/banners/remove', { id: row.id, seen: now.seen })).code,
    ).toBe(200)
    expect(await shown()).not.toContain('乙')
    expect((await auditOf(`banner:${row.id}`)).map(deed => [deed.action, deed.operator])).toEqual([
      ['banner.add', 'anna'],
      ['banner.save', 'anna'],
      ['banner.remove', 'bert'],
    ])
  })

  test('a notice that is hidden is not shown', async () => {
    const shown = async () => (await site.call<string[]>('POST /api/homenotice')).data
    await anna.call('POST /api/console/notices/save', {
      id: 0,
      seen: '',
      content: '今晚维护',
      rank: 0,
      enabled: 1,
    })
    expect(await shown()).toContain('今晚维护')
    const row = (await eyes.call('POST /api/console/notices/list')).data.data.find(
      each => each.content === '今晚维护',
    )!
    await anna.call('POST /api/console/notices/save', { ...row, enabled: 0 })
    expect(await shown()).not.toContain('今晚维护')
  })

  test('an article is changed for its pages; one that no page asks for cannot be made', async () => {
    const row = (await eyes.call('POST /api/console/articles/list')).data.data[0]!
    expect(
      (await anna.call('POST /api/console/articles/save', { ...row, content: '<p>新</p>' })).code,
    ).toBe(200)
    expect(
      (await site.call<{ content: string }>('POST /api/article', { type: row.type })).data.content,
    ).toBe('<p>新</p>')
    expect(await auditOf(`article:${row.type}`)).toMatchObject([
      { before: { content: row.content }, after: { content: '<p>新</p>' } },
    ])
    // On a site where nobody has written anything yet, every article that a page asks for can be.
    await run(owner, sql`delete from article where type = 7`)
    const blank = (await eyes.call('POST /api/console/articles/list')).data.data.find(
      each => each.type === 7,
    )!
    expect(blank).toMatchObject({ title: '关于我们', content: '', changed_at: '' })
    expect(
      (
        await anna.call('POST /api/console/articles/save', {
          ...blank,
          content: '<p>我们</p>',
          shows_from: '2099-01-01 00:00',
        })
      ).message,
    ).toBe('这篇文章还没有发布过，请先立即发布')
    expect(
      (await anna.call('POST /api/console/articles/save', { ...blank, content: '<p>我们</p>' }))
        .code,
    ).toBe(200)
    expect(
      (await eyes.call('POST /api/console/articles/list')).data.data.find(each => each.type === 7),
    ).toMatchObject({ content: '<p>我们</p>' })
    expect(
      (
        await anna.call('POST /api/console/articles/save', {
          type: 99,
          seen: '',
          title: 'x',
          content: 'y',
        })
      ).code,
    ).toBe(409)
  })
})

describe('letters', () => {
  type Letters = { data: { title: string; content: string }[] }
  const inbox = async (token: string) =>
    (await site.call<Letters>('POST /api/noticeList', {}, { token })).data.data.map(
      letter => letter.title,
    )
  const latest = async () => (await eyes.call('POST /api/console/messages/list')).data.data[0]!

  test('to some reach exactly those, and can be taken back', async () => {
    const [one, two, other] = [await site.member(), await site.member(), await site.member()]
    const text = { title: '补偿', content: '<p>您好</p>' }
    const letter = { audience: 'some' as const, kind: 'service' as const, ...text }
    expect(
      await anna.call('POST /api/console/messages/send', {
        ...letter,
        members: `${one.name}，nobody88`,
      }),
    ).toMatchObject({ code: 400, message: '找不到会员：nobody88' })
    expect(
      (
        await anna.call('POST /api/console/messages/send', {
          ...letter,
          members: `${one.name.toUpperCase()}\n${two.memberId}, ${one.name}`,
        })
      ).data,
    ).toEqual({ recipients: 2, waits: false })
    expect([await inbox(one.token), await inbox(two.token), await inbox(other.token)]).toEqual([
      ['补偿'],
      ['补偿'],
      [],
    ])
    const sent = await latest()
    expect(sent).toMatchObject({ audience: 'some', recipients: 2, sent_by: 'anna' })
    expect((await bert.call('POST /api/console/messages/withdraw', { id: sent.id })).code).toBe(200)
    expect([await inbox(one.token), await inbox(two.token)]).toEqual([[], []])
    expect(await anna.call('POST /api/console/messages/withdraw', { id: sent.id })).toMatchObject({
      code: 409,
      message: '该消息已由bert撤回',
    })
    expect((await auditOf(`sending:${sent.id}`)).map(deed => deed.action)).toEqual([
      'message.send',
      'message.withdraw',
    ])
  })

  test('to all reach everybody, once however often the form is sent, and can be taken back', async () => {
    const member = await site.member()
    const text = { title: '致全体', content: '<p>大家好</p>' }
    const body = { audience: 'all', kind: 'service', members: '', ...text }
    for (let i = 0; i < 3; i++)
      expect(
        (
          await consoleCall(site, 'POST /api/console/messages/send', body, {
            cookie: anna.cookie,
            'idempotency-key': 'letter-to-all',
          })
        ).json(),
      ).toMatchObject({ code: 200, data: { waits: true, recipients: null } })
    const waiting = (await eyes.call('POST /api/console/messages/waiting')).data
    expect(waiting).toMatchObject([{ proposed_by: 'anna', value: { heading: '致全体' } }])
    expect(await inbox(member.token)).toEqual([])
    await bert.call('POST /api/console/rules/approve', { id: waiting[0]!.id })
    expect(await inbox(member.token)).toEqual(['致全体'])
    expect(await latest()).toMatchObject({ sent_by: 'anna', approved_by: 'bert' })
    await anna.call('POST /api/console/messages/withdraw', { id: (await latest()).id })
    expect(await inbox(member.token)).toEqual([])
  })
})
