// A change of content that waits for a colleague: it stands in the history, and members see nothing
// of it until somebody saves it.
import { expect, test } from 'vitest'
import { openCashier } from '../cashier/support.ts'
import { desk } from '../console/support.ts'

const { site, clock } = await openCashier()
const [writer, chief] = [await desk(site, 'support'), await desk(site, 'admin')]

type Of = 'banner' | 'notice' | 'article' | 'popup'
const newest = async (of: Of, id: number) => {
  const asked = { of, id, per: 20, cursor: '' } as const
  return (await writer.call('POST /api/console/content-versions/list', asked)).data.data[0]!
}
const notices = async () =>
  (await writer.call('POST /api/console/notices/list', { page: 1 })).data.data
const article = async (type: number) =>
  (await writer.call('POST /api/console/articles/list', { page: 1 })).data.data.find(
    each => each.type === type,
  )!
const shownNotices = async () => (await site.call('POST /api/homenotice')).data

const draft = 1 as const
const banner = { kind: 1, src: '/art/banner-1.webp', title: '周年庆', rank: 3, enabled: 0 as const }
const notice = { content: '周三维护', rank: 1, enabled: 1 as const }
const saveNotice = (more: object) =>
  writer.call('POST /api/console/notices/save', { id: 0, seen: '', ...notice, ...more })
async function aNotice(content: string) {
  expect(await saveNotice({ content })).toMatchObject({ code: 200 })
  return (await notices()).find(each => each.content === content)!
}

test('a draft of a notice stands in its history with its writer, and members see it once it is saved', async () => {
  const { id, seen } = await aNotice('周三维护')
  clock.advance(1_000)
  expect(await saveNotice({ id, seen, content: '周四维护', draft })).toMatchObject({ code: 200 })
  expect(await shownNotices()).toContain('周三维护')
  expect(await shownNotices()).not.toContain('周四维护')
  const waiting = (await notices()).find(each => each.id === id)!
  expect(waiting).toMatchObject({ content: '周三维护', seen, draft_by: writer.name })
  const kept = await newest('notice', id)
  expect(kept).toMatchObject({ how: 'draft', changed_by: writer.name })
  const published = { id, seen, ...kept.fields }
  expect(await chief.call('POST /api/console/notices/save', published as never)).toMatchObject({
    code: 200,
  })
  expect(await shownNotices()).toContain('周四维护')
  expect((await notices()).find(each => each.id === id)).toMatchObject({ draft_by: '' })
  expect(await newest('notice', id)).toMatchObject({ how: 'save', changed_by: chief.name })
})

test('a draft is looked through when it is saved, not before', async () => {
  const { id, seen } = await aNotice('新场馆上线')
  const promise = { id, seen, content: '新场馆上线，稳赚不赔' }
  expect(await saveNotice({ ...promise, draft })).toMatchObject({ code: 200 })
  expect(await saveNotice(promise)).not.toMatchObject({ code: 200 })
})

test('what was never saved has no draft, and neither has what a colleague changed meanwhile', async () => {
  const none = { code: 400, message: '新内容还没有保存过，请关闭“显示”后直接保存' }
  expect(await saveNotice({ draft })).toMatchObject(none)
  expect(
    await writer.call('POST /api/console/banners/save', { id: 0, seen: '', ...banner, draft }),
  ).toMatchObject(none)
  const { id, seen } = await aNotice('周五维护')
  await saveNotice({ id, seen, content: '周六维护' })
  expect(await saveNotice({ id, seen, content: '周日维护', draft })).toMatchObject({ code: 409 })
  expect(await newest('notice', id)).toMatchObject({ how: 'save' })
})

test('an article and a banner keep drafts too', async () => {
  const { seen } = await article(7)
  const text = { type: 7, seen, title: '关于我们', content: '<p>新的介绍</p>', draft }
  expect(await writer.call('POST /api/console/articles/save', text)).toMatchObject({ code: 200 })
  expect(await article(7)).toMatchObject({ seen, draft_by: writer.name })
  const { fields } = await newest('article', 7)
  expect(fields).toEqual({ title: '关于我们', content: '<p>新的介绍</p>' })

  const banners = async () =>
    (await writer.call('POST /api/console/banners/list', { page: 1 })).data.data
  const saveBanner = (more: object) =>
    writer.call('POST /api/console/banners/save', { id: 0, seen: '', ...banner, ...more })
  await saveBanner({})
  const [made] = await banners()
  const { id, seen: saw } = made!
  expect(await saveBanner({ id, seen: saw, title: '新标题', draft })).toMatchObject({ code: 200 })
  expect((await newest('banner', id)).fields).toMatchObject({ title: '新标题' })
  expect(await banners()).toEqual([{ ...made, draft_by: writer.name }])
})

test('an activity keeps drafts too', async () => {
  const type = { id: 0, seen: '', name: '节日', rank: 0, enabled: 1 as const }
  await chief.call('POST /api/console/activity-types/save', type)
  const types = await chief.call('POST /api/console/activity-types/list')
  const activity = {
    type_id: types.data.find(({ name }) => name === '节日')!.id,
    title: '中秋',
    banner: banner.src,
    content: '<p>月饼</p>',
    memo: '',
    rank: 0,
    enabled: 0 as const,
    starts_at: '',
    ends_at: '',
  }
  const save = (more: object) =>
    chief.call('POST /api/console/activities/save', { id: 0, seen: '', ...activity, ...more })
  expect(await save({ draft })).toMatchObject({ code: 400 })
  const { id } = (await save({})).data
  const shown = async () => (await chief.call('POST /api/console/activities/show', { id })).data
  const before = await shown()
  const sent = await save({ id, seen: before.seen, title: '元宵', draft })
  expect(sent).toMatchObject({ code: 200, data: { id, waits: false } })
  expect(await shown()).toEqual({ ...before, draft_by: chief.name })
})

test('a draft of the popup stands in its history with its writer, and members see it once it was saved and approved', async () => {
  const shown = async () => (await writer.call('POST /api/console/site/show')).data
  const save = async (by: typeof writer, part: object, more: { note?: string; draft?: 0 | 1 }) => {
    const { version, value } = await shown()
    const sent = { version, value: { ...(value as object), ...part }, note: '', ...more }
    return by.call('POST /api/console/site/save', sent)
  }
  const popup = async () =>
    (await site.call<{ webcontent: string }>('POST /api/app')).data.webcontent
  const counted = await shown()
  const change = { index_modal: 1, webcontent: '<p>中秋快乐</p>' }
  clock.advance(1_000)
  expect(await save(writer, { title: '新名称' }, { draft })).toMatchObject({
    code: 400,
    message: '弹窗没有修改，草稿只保留弹窗的内容',
  })
  // The rest of the form is no part of the draft, which needs no reason.
  const promise = { ...change, webcontent: '<p>稳赚不赔</p>', title: '新名称' }
  expect(await save(writer, promise, { draft })).toMatchObject({ code: 200 })
  expect(await save(writer, promise, {})).toMatchObject({ code: 400 })
  clock.advance(1_000)
  expect(await save(writer, change, { draft })).toMatchObject({ code: 200 })
  expect(await shown()).toEqual({ ...counted, draft_by: writer.name })
  expect(await popup()).not.toContain('中秋')

  const kept = await newest('popup', 1)
  expect(kept).toMatchObject({ how: 'draft', changed_by: writer.name, approved_by: '' })
  expect(kept.fields).toMatchObject(change)
  expect(kept.fields).not.toHaveProperty('title')
  clock.advance(1_000)
  const sent = await save(chief, kept.fields, { note: '中秋' })
  expect(sent).toMatchObject({ code: 200, data: { waits: true } })
  expect(await popup()).not.toContain('中秋')
  const { proposal, draft_by } = await shown()
  expect(draft_by).toBe('')
  const approval = { id: proposal!.id, remark: '' }
  const second = await desk(site, 'admin')
  expect(await second.call('POST /api/console/rules/approve', approval)).toMatchObject({
    code: 200,
  })
  expect(await shown()).toMatchObject({ draft_by: '' })
  expect(await popup()).toContain('中秋')
  expect(await newest('popup', 1)).toMatchObject({
    how: 'save',
    changed_by: chief.name,
    approved_by: second.name,
  })
})

test('a draft of the popup is refused on a form that somebody saved meanwhile', async () => {
  const { version, value } = (await writer.call('POST /api/console/site/show')).data
  const form = { version, value: { ...(value as object), title: '改名' }, note: '改名' }
  expect(await chief.call('POST /api/console/site/save', form)).toMatchObject({ code: 200 })
  const late = { ...form, value: { ...form.value, webcontent: '<p>重阳</p>' }, draft }
  expect(await writer.call('POST /api/console/site/save', late)).toMatchObject({ code: 409 })
})
