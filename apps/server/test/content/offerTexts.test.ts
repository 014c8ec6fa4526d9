// Notices and articles are read by everybody. Most are plain service; one that reads like an offer
// passes the check of offers, and is kept from members who may be offered nothing.
import { rows, run, sql } from '@tianping/database'
import type { ConsoleSent } from '@tianping/contract/console'
import { activityAddress, pageAddress } from '@tianping/contract/targets'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { ADVERT_SETTING, advertSchema } from '../../src/areas/adverts/adverts.ts'
import { insertText } from '../../src/areas/consents/store/consent.sql.ts'
import { bootData } from '../../src/areas/site/boot.ts'
import { articles, notices } from '../../src/demo/content.ts'
import { appSchema } from '../../src/kernel/appSetting.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { listening, openStream } from '../support/stream.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2026-11-20T04:00:00Z')
const site = await openTestSite(url, { clock, env: { RUN_JOBS: '0' } })
const [first, second] = [await desk(site, 'admin'), await desk(site, 'admin')]
const by = { name: 'test', at: clock.now() }
const mode = (to: 'off' | 'warn' | 'refuse') =>
  writeSetting(owner, ADVERT_SETTING, advertSchema, { mode: to }, by)

type Notice = ConsoleSent<'POST /api/console/notices/save'>
const saveNotice = (part: Partial<Notice> & { content: string }) =>
  first.call('POST /api/console/notices/save', { id: 0, seen: '', rank: 0, enabled: 1, ...part })
const noticeOf = async (content: string) =>
  (await second.call('POST /api/console/notices/list')).data.data.find(
    each => each.content === content,
  )!
const shownNotices = async (token?: string) =>
  (await site.call<string[]>('POST /api/homenotice', {}, token ? { token } : {})).data

type Article = ConsoleSent<'POST /api/console/articles/save'>
const articleOf = async (type: number) =>
  (await second.call('POST /api/console/articles/list')).data.data.find(each => each.type === type)!
const saveArticle = async (part: Partial<Article> & { content: string }) => {
  const type = Number(part.type ?? 7)
  const { seen } = await articleOf(type)
  return first.call('POST /api/console/articles/save', { type, seen, title: '关于我们', ...part })
}
const inTwoDays = '2026-11-22 12:00:00'

const found = ({ data }: { data: unknown }) =>
  (data as { findings: { rule: string; field: string }[] }).findings.map(
    ({ rule, field }) => `${rule} ${field}`,
  )
const lastCheck = async () =>
  (
    await rows(
      owner,
      sql<{ subject: string; found: number; reason: string }>`
      select subject, jsonb_array_length(findings) as found, reason from advert_check order by check_id desc limit 1`,
    )
  )[0]
const lastEntry = async (action: string) =>
  (
    await rows(
      owner,
      sql<{ after: Record<string, unknown> }>`
      select after from audit_log where action = ${action} order by audit_id desc limit 1`,
    )
  )[0]!.after

const gift = '周末存款送彩\u200b金'
const sound = '周末存款送彩金，18+，活动规则见优惠页'
const advert = { reason: '规则另见活动页' }

test('a notice with words of offers says age and conditions, or why not; the audit log keeps both', async () => {
  await mode('warn')
  const warned = await saveNotice({ content: gift })
  expect(warned).toMatchObject({
    code: 400,
    message: '内容检查有 2 项提示，请修改，或填写仍要保存的理由',
  })
  // A notice has no links, so none is asked for; what looks like one is text.
  expect(found(warned)).toEqual(['age content', 'conditions content'])
  expect((await saveNotice({ content: `${gift}<b title="18+ 条款">` })).code).toBe(200)
  expect((await saveNotice({ content: sound })).code).toBe(200)
  expect((await saveNotice({ content: gift, advert })).code).toBe(200)
  expect(await lastCheck()).toEqual({ subject: 'notice:0', found: 2, reason: advert.reason })
  expect(await lastEntry('notice.add')).toMatchObject({
    advert: '内容：没有适龄标志；内容：没有主要条件',
    advert_reason: advert.reason,
  })
  await mode('refuse')
  expect((await saveNotice({ content: gift, advert })).message).toBe(
    '内容检查未通过：内容：没有适龄标志；内容：没有主要条件',
  )
  expect((await saveNotice({ content: sound })).code).toBe(200)
  await mode('off')
  expect((await saveNotice({ content: gift })).code).toBe(200)
})

test('plain service is saved as ever, but promises nothing that no game keeps', async () => {
  await mode('refuse')
  for (const content of ['今晚维护', '未成年人保护：请勿让学生使用您的账户'])
    expect(await saveNotice({ content }), content).toMatchObject({ code: 200 })
  expect((await saveArticle({ content: '<p>学生不得开户<img src="/art/a.webp"></p>' })).code).toBe(
    200,
  )
  const claim = '新场馆上线，稳 赚不赔'
  const promised = '内容：催促或保证性的用语（新场馆上线,稳赚不赔）'
  expect((await saveNotice({ content: claim, advert })).message).toBe(`内容检查未通过：${promised}`)
  expect(found(await saveArticle({ content: '<p>稳<b>赚</b></p>', advert }))).toEqual([
    'urgency content',
  ])
  await mode('warn')
  expect((await saveNotice({ content: claim })).message).toBe(
    '内容检查有 1 项提示，请修改，或填写仍要保存的理由',
  )
  expect((await saveNotice({ content: claim, advert })).code).toBe(200)
  expect((await lastEntry('notice.add'))['advert']).toBe(promised)
})

test('a notice is looked through when it is turned on and when a version is put back, not while hidden', async () => {
  await mode('warn')
  const content = '老友回归领体验金'
  expect((await saveNotice({ content, enabled: 0 })).code, 'nobody sees it').toBe(200)
  const { id, seen } = await noticeOf(content)
  const later = { shows_from: inTwoDays }
  expect((await saveNotice({ id, seen, content })).code).toBe(400)
  expect((await saveNotice({ id, seen, content, ...later })).code, 'nobody looks later').toBe(400)
  expect((await saveNotice({ id, seen, content, advert })).code).toBe(200)
  expect(await lastCheck()).toEqual({ subject: `notice:${id}`, found: 2, reason: advert.reason })
  expect((await lastEntry('notice.save'))['advert_reason']).toBe(advert.reason)
  const plain = '今晚维护两小时'
  const on = await noticeOf(content)
  expect((await saveNotice({ id, seen: on.seen, content: plain })).code).toBe(200)
  const versions = await second.call('POST /api/console/content-versions/list', {
    of: 'notice',
    id,
    per: 20,
    cursor: '',
  })
  const before = versions.data.data.find(
    ({ fields }) => fields['enabled'] === 1 && fields['content'] === content,
  )!
  const restored = {
    ...(before.fields as { content: string }),
    id,
    seen: (await noticeOf(plain)).seen,
  }
  expect((await saveNotice(restored)).code, 'its reason was given for another day').toBe(400)
  expect((await shownNotices()).includes(content)).toBe(false)
  expect((await saveNotice({ ...restored, advert })).code).toBe(200)
  const again = await noticeOf(content)
  expect((await saveNotice({ ...again, enabled: 0 })).code, 'it is hidden without a reason').toBe(
    200,
  )
})

test('an article is looked through when it is saved, also one that waits, and again when it is edited', async () => {
  await mode('warn')
  expect((await saveArticle({ content: '<p>我们</p>' })).code).toBe(200)
  // Members read entities as letters.
  const offer = '<p>新会员送红&#x5305;</p>'
  const lacks = ['age content', 'conditions content', 'terms content']
  expect(found(await saveArticle({ content: offer }))).toEqual(lacks)
  expect(found(await saveArticle({ content: offer, shows_from: inTwoDays }))).toEqual(lacks)
  expect((await articleOf(7)).next).toBeNull()
  const sign = '<p>18+，<a href="/#/activity">活动规则</a></p>'
  expect((await saveArticle({ content: offer + sign, shows_from: inTwoDays })).code).toBe(200)
  const hurried = `${offer}${sign}<p>最后机会</p>`
  const edited = await saveArticle({ content: hurried, shows_from: inTwoDays })
  expect(found(edited)).toEqual(['urgency content'])
  expect((await articleOf(7)).next!.content).not.toContain('最后机会')
  expect((await saveArticle({ content: hurried, shows_from: inTwoDays, advert })).code).toBe(200)
  expect(await lastEntry('article.schedule')).toMatchObject({
    advert: '正文：催促或保证性的用语（18+,活动规则最后机会）',
    advert_reason: advert.reason,
  })
  const pictured = `${offer}${sign}<img src="/art/offer.webp" alt="">`
  expect(found(await saveArticle({ content: pictured }))).toEqual([
    'picture_age picture',
    'picture_minors picture',
  ])
  const signed = { picture_age: 1, picture_minors: 1, reason: '' } as const
  expect((await saveArticle({ content: pictured, advert: signed })).code).toBe(200)
  // The description of a picture is read too.
  expect(found(await saveArticle({ content: '<img src="/art/offer.webp" alt="红包雨">' }))).toEqual(
    ['conditions content', 'terms content'],
  )
})

test('the notices and articles of the demo pass where a licence refuses; the terms need no link to themselves', async () => {
  await mode('refuse')
  for (const content of notices)
    expect(await saveNotice({ content }), content).toMatchObject({ code: 200 })
  for (const article of articles)
    expect(await saveArticle(article), article.title).toMatchObject({ code: 200 })
  const terms = articles.find(({ type }) => type === 5)!
  expect(found(await saveArticle({ ...terms, type: 7 }))).toEqual(['terms content'])
  await mode('warn')
})

/** A member on a break, and one who is not. */
async function restingAndOther() {
  const [resting, other] = [await site.member(), await site.member()]
  const block = { term: '24h', days: '', password: 'secret1' }
  const began = await site.call('POST /api/protection/timeout', block, { token: resting.token })
  expect(began.code).toBe(200)
  return [resting, other] as const
}

test('a member on a break reads notices of service and no offer, in the list and live', async () => {
  await mode('warn')
  const [resting, other] = await restingAndOther()
  const origin = await listening(site)
  const [kept, told] = [
    await openStream(origin, resting.token),
    await openStream(origin, other.token),
  ]
  for (const stream of [kept, told]) await stream.next('state')
  const offer = `双十二${sound}`
  expect((await saveNotice({ content: offer, rank: 1 })).code).toBe(200)
  expect((await told.next('site')).notices).toContain(offer)
  const service = '双十二凌晨维护'
  expect((await saveNotice({ content: service, rank: 2 })).code).toBe(200)
  const heard = (await kept.next('site', each => each.notices.includes(service))).notices
  expect(heard).not.toContain(offer)
  expect(JSON.stringify(kept.events)).not.toContain(offer)
  expect(await shownNotices(resting.token)).toEqual(heard)
  for (const token of [other.token, undefined])
    expect(await shownNotices(token)).toEqual(expect.arrayContaining([offer, service]))
  // The page comes with what visitors see, and its browser asks again for members.
  const boot = await bootData(site.services)
  expect(boot).toMatchObject({ varies: ['notices'], notices: expect.arrayContaining([offer]) })
  for (const stream of [kept, told]) stream.close()
})

test('a banner that is an offer, by its title or where it leads, stays from members on a break', async () => {
  await mode('off')
  const [resting, other] = await restingAndOther()
  const banners = [
    ['天天红包', ''],
    ['首存有礼', pageAddress('/activity')],
    ['周末', activityAddress(1)],
    ['新版上线', ''],
    ['联系我们', pageAddress('/kefu')],
  ] as const
  for (const [rank, [title, link]] of banners.entries()) {
    const fields = { id: 0, seen: '', kind: 2, src: '/art/banner-1.webp', title, link, rank }
    const made = await first.call('POST /api/console/banners/save', {
      ...fields,
      enabled: 1,
      segment_id: 0,
      shows_from: '',
      shows_until: '',
    })
    expect(made, title).toMatchObject({ code: 200 })
  }
  const shown = async (token?: string) =>
    (
      await site.call<{ title: string }[]>('POST /api/bannerList', {}, token ? { token } : {})
    ).data.map(({ title }) => title)
  expect(await shown(resting.token)).toEqual(['新版上线', '联系我们'])
  for (const token of [other.token, undefined])
    expect(await shown(token)).toEqual(banners.map(([title]) => title))
  await run(owner, sql`update notice set enabled = false`)
  expect(await bootData(site.services)).toMatchObject({ varies: ['bannerList'] })
  await run(owner, sql`delete from banner where title not in ('新版上线', '联系我们')`)
  expect(await bootData(site.services)).not.toHaveProperty('varies')
})

test('a popup with words of offers stays from members on a break, one of service does not', async () => {
  const [resting, other] = await restingAndOther()
  const popup = async (token?: string) => {
    const { data } = await site.call<{ index_modal: number; webcontent: string }>(
      'POST /api/app',
      {},
      token ? { token } : {},
    )
    return data.index_modal === 1 ? data.webcontent : `none, ${data.webcontent.length} characters`
  }
  const write = (webcontent: string) =>
    writeSetting(owner, 'app', appSchema, appSchema.parse({ index_modal: 1, webcontent }), by)
  await write(`<p>${gift}</p>`)
  expect(await popup(resting.token)).toBe('none, 0 characters')
  for (const token of [other.token, undefined]) expect(await popup(token)).toContain('周末')
  expect(await bootData(site.services)).toMatchObject({ varies: ['appInfo'] })
  await write('<p>新版上线</p>')
  for (const token of [resting.token, other.token, undefined])
    expect(await popup(token)).toBe('<p>新版上线</p>')
  expect(await bootData(site.services)).not.toHaveProperty('varies')
})

test('articles in whose place members read a published text say its version', async () => {
  expect((await articleOf(5)).terms_version).toBe(0)
  const text = { kind: 'terms', title: '条款', content: '<p>甲</p>', note: '', by: 'test' } as const
  await insertText(owner, { ...text, at: clock.now() })
  await insertText(owner, { ...text, content: '<p>乙</p>', at: clock.now() })
  expect((await articleOf(5)).terms_version).toBe(2)
  expect((await articleOf(7)).terms_version).toBe(0)
})
