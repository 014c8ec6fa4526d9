// What content said before: who changed it and when, and its fields as the form has them.
import { run, sql, theRow } from '@tianping/database'
import { expect, test } from 'vitest'
import { openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'

const { site, clock, owner } = await openCashier()
const [writer, chief] = [await desk(site, 'support'), await desk(site, 'admin')]

type Of = 'banner' | 'notice' | 'article' | 'popup'
const versions = async (of: Of, id: number, cursor = '') =>
  (await writer.call('POST /api/console/content-versions/list', { of, id, per: 20, cursor })).data
const banner = { kind: 1, src: '/art/banner-1.webp', title: '周年庆', rank: 3, enabled: 0 as const }
const saveBanner = (id: number, seen: string, more: object = {}) =>
  writer.call('POST /api/console/banners/save', { id, seen, ...banner, ...more })
async function bannerRow(id: number) {
  const { data } = await writer.call('POST /api/console/banners/list', { page: 1 })
  return data.data.find(each => each.id === id)!
}
const newest = async (table: 'banner' | 'notice') =>
  (
    await theRow(
      owner,
      table === 'banner'
        ? sql<{ id: number }>`select max(banner_id)::int as id from banner`
        : sql<{ id: number }>`select max(notice_id)::int as id from notice`,
    )
  ).id

test('each change of a banner is kept with who made it, and a version is put back by saving it', async () => {
  expect(await saveBanner(0, '')).toMatchObject({ code: 200 })
  const id = await newest('banner')
  clock.advance(60_000)
  await saveBanner(id, (await bannerRow(id)).seen, { title: '周年庆典', rank: 4 })
  const { data } = await versions('banner', id)
  const all = { kind: 1, src: banner.src, enabled: 0, segment_id: 0, shows_from: '' }
  expect(data).toMatchObject([
    { how: 'save', changed_by: writer.name, fields: { ...all, title: '周年庆典', rank: 4 } },
    { how: 'save', changed_by: writer.name, fields: { ...all, title: '周年庆', rank: 3 } },
  ])
  await saveBanner(id, (await bannerRow(id)).seen, data[1]!.fields)
  expect(await bannerRow(id)).toMatchObject({ title: '周年庆', rank: 3 })
})

test('what stood there before the first kept change is kept too, and what was removed is found', async () => {
  await run(
    owner,
    sql`insert into notice (content, rank, enabled, created_at) values ('旧公告', 7, true, ${clock.now()})`,
  )
  const id = await newest('notice')
  const seen = async () =>
    (await writer.call('POST /api/console/notices/list', { page: 1 })).data.data.find(
      each => each.id === id,
    )!.seen
  const notice = { id, content: '新公告', rank: 7, enabled: 1 as const }
  await writer.call('POST /api/console/notices/save', { ...notice, seen: await seen() })
  await writer.call('POST /api/console/notices/remove', { id, seen: await seen() })
  expect((await versions('notice', id)).data).toMatchObject([
    { how: 'remove', changed_by: writer.name, fields: { content: '新公告', enabled: 1 } },
    { how: 'save', changed_by: writer.name, fields: { content: '新公告', rank: 7 } },
    { how: 'before', changed_by: '', fields: { content: '旧公告', rank: 7, enabled: 1 } },
  ])
  expect((await versions('notice', 0)).data).toMatchObject([{ id, how: 'remove' }])
  expect((await versions('banner', 0)).data).toEqual([])
})

test('an article that waits for its moment is kept as such, and nothing written is ever changed', async () => {
  const save = (title: string, shows_from = '') =>
    writer.call('POST /api/console/articles/list', { page: 1 }).then(({ data }) =>
      writer.call('POST /api/console/articles/save', {
        type: 7,
        seen: data.data.find(each => each.type === 7)!.seen,
        title,
        content: `<p>${title}</p>`,
        shows_from,
      }),
    )
  await save('第一版')
  await save('第二版')
  await save('第三版', '2027-01-01 10:00')
  const found = (await versions('article', 7)).data
  expect(found.map(({ how, fields }) => [how, fields['title']]).slice(0, 3)).toEqual([
    ['schedule', '第三版'],
    ['save', '第二版'],
    ['save', '第一版'],
  ])
  for (const statement of [
    sql`update content_version set changed_by = 'x'`,
    sql`delete from content_version`,
  ])
    await expect(run(site.services.db, statement)).rejects.toThrow('permission denied')
})

test('an activity keeps its texts, its versions are read by key, and only by who may read activities', async () => {
  await chief.call('POST /api/console/activity-types/save', {
    id: 0,
    seen: '',
    name: '节日',
    rank: 0,
    enabled: 1,
  })
  const types = await chief.call('POST /api/console/activity-types/list')
  const activity = {
    type_id: types.data.find(({ name }) => name === '节日')!.id,
    title: '中秋',
    banner: '/art/banner-1.webp',
    content: '<p>月饼</p>',
    memo: '',
    rank: 0,
    enabled: 0 as const,
    starts_at: '',
    ends_at: '',
  }
  const made = await chief.call('POST /api/console/activities/save', {
    id: 0,
    seen: '',
    ...activity,
  })
  const { id } = made.data
  for (let at = 1; at <= 21; at++) {
    const { seen } = (await chief.call('POST /api/console/activities/show', { id })).data
    const next = { id, seen, ...activity, content: `<p>月饼 ${at}</p>` }
    expect(await chief.call('POST /api/console/activities/save', next)).toMatchObject({ code: 200 })
  }
  const page = async (cursor: string) =>
    (await chief.call('POST /api/console/activity-versions/list', { id, per: 20, cursor })).data
  const first = await page('')
  const second = await page(first.next)
  expect(first.total).toBe(22)
  expect([...first.data, ...second.data].map(({ fields }) => fields['content'])).toEqual([
    ...Array.from({ length: 21 }, (_, at) => `<p>月饼 ${21 - at}</p>`),
    '<p>月饼</p>',
  ])
  expect(second.data.at(-1)).toMatchObject({
    changed_by: chief.name,
    fields: { ...activity, segment_id: 0 },
  })
})

test('the popup has the versions in which it changed, with both persons, and one is put back by saving it', async () => {
  const shown = async () => (await writer.call('POST /api/console/site/show')).data
  async function change(part: object) {
    const { version, value } = await shown()
    const next = { version, value: { ...(value as object), ...part }, note: '弹窗' }
    const { code, message } = await writer.call('POST /api/console/site/save', next)
    expect(code, message).toBe(200)
    const { proposal } = await shown()
    if (proposal)
      await chief.call('POST /api/console/rules/approve', { id: proposal.id, remark: '' })
  }
  const first = { index_modal: 1, webcontent: '<p>春节快乐</p>', modal_until: '2026-12-31 23:59' }
  await change(first)
  await change({ title: '新名称' })
  await change({ webcontent: '<p>元宵快乐</p>' })
  const { data } = await versions('popup', 1)
  expect(data.slice(0, 2)).toMatchObject([
    { changed_by: writer.name, approved_by: chief.name, fields: { webcontent: '<p>元宵快乐</p>' } },
    { changed_by: writer.name, approved_by: chief.name, fields: { ...first, modal_segment: '' } },
  ])
  await change(data[1]!.fields)
  expect((await shown()).value).toMatchObject({ ...first, title: '新名称' })
  await change({ index_modal: 0 })
  expect((await versions('popup', 1)).data[0]).toMatchObject({
    changed_by: writer.name,
    approved_by: '',
    fields: { index_modal: 0 },
  })
})
