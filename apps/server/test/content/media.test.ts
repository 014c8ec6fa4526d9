// The library of pictures: what comes in is drawn anew, what stands somewhere stays.
import { MEDIA_BYTES, mediaAddress, mediaIn } from '@tianping/contract/media/facts'
import { rows, run, sql } from '@tianping/database'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { seedSite } from '../../src/demo/site.ts'
import { openCashier } from '../cashier/support.ts'
import { consoleCall, desk } from '../console/support.ts'
import { blackPng, fresh, jpeg } from './pictures.ts'

const { site, owner, clock } = await openCashier()
await seedSite(owner, clock.now())
const [writer, chief, cashier] = [
  await desk(site, 'support'),
  await desk(site, 'admin'),
  await desk(site, 'finance'),
]

const add = (bytes: Buffer, alt = '周年庆红包', name = 'a.jpg') =>
  writer.call('POST /api/console/media/add', { name, alt, content: bytes.toString('base64') })
async function added(bytes?: Buffer, alt?: string) {
  const answer = await add(bytes ?? (await jpeg()), alt)
  expect(answer, answer.message).toMatchObject({ code: 200 })
  return answer.data.picture!
}
const fetched = (src: string) => site.app.inject({ method: 'GET', url: src })
const of = (media_id: number) => ({ media_id })
const listed = async (body: object = {}) =>
  (await writer.call('POST /api/console/media/list', { per: 20, ...body })).data.data
const count = async () => (await rows(owner, sql`select 1 from media_picture`)).length

describe('what comes in', () => {
  test('becomes WebP in every size of the app, served for ever under a name of its content', async () => {
    const picture = await added(await jpeg(2_000, 1_500), '首存有礼')
    const sizes = [picture.banner, picture.card, picture.popup, picture.thumb]
    expect(sizes.map(each => [each.width, each.height])).toEqual([
      [1_074, 470],
      [716, 313],
      [960, 720],
      [320, 240],
    ])
    expect(new Set(sizes.map(each => each.src)).size).toBe(4)
    for (const { src, width, height } of sizes) {
      const served = await fetched(src)
      expect(served.statusCode).toBe(200)
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect(await sharp(served.rawPayload).metadata()).toMatchObject({
        format: 'webp',
        width,
        height,
      })
    }
    expect((await fetched(mediaAddress('0'.repeat(32)))).statusCode).toBe(404)
    expect((await fetched('/media/..%2f..%2fetc%2fpasswd')).statusCode).toBe(404)
  })

  test('is upright, and says nothing of where and with what it was taken', async () => {
    const bytes = await fresh(900, 500)
      .withExif({
        IFD0: { Copyright: 'Zhang San' },
        IFD3: { GPSLatitudeRef: 'N' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(bytes).metadata()).exif).toBeDefined()
    const { popup, ...picture } = await added(bytes)
    expect(picture).toMatchObject({ width: 500, height: 900 })
    const served = (await fetched(popup.src)).rawPayload
    const { exif, icc, xmp, iptc, orientation } = await sharp(served).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
    expect(served.includes('Zhang San')).toBe(false)
  })

  test('that is a page and a picture at once comes out as the picture alone', async () => {
    const script = '<script>alert(document.cookie)</script>PK\x03\x04'
    const picture = await added(Buffer.concat([await jpeg(), Buffer.from(script)]))
    for (const { src } of [picture.banner, picture.card, picture.popup, picture.thumb])
      expect((await fetched(src)).rawPayload.includes('script')).toBe(false)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script/></svg>'
  test.each([
    ['an SVG', () => Buffer.from(svg), '只接受 JPG、PNG 和 WebP 图片'],
    ['a GIF', () => fresh().gif().toBuffer(), '只接受 JPG、PNG 和 WebP 图片'],
    ['a page', () => Buffer.from('<html>'), '只接受 JPG、PNG 和 WebP 图片'],
    [
      'a page that begins like a JPEG',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(svg.repeat(20))]),
      '图片无法读取，文件可能已损坏',
    ],
    [
      'half a picture',
      async () => (await fresh().png().toBuffer()).subarray(0, 900),
      '图片无法读取，文件可能已损坏',
    ],
    [
      'a bomb of 81 million pixels in some kilobytes',
      () => blackPng(9_000, 9_000),
      '图片过大：最多 4000 万像素，单边不超过 10000 像素',
    ],
    [
      'a line of 60,000 pixels',
      () => blackPng(60_000, 200),
      '图片过大：最多 4000 万像素，单边不超过 10000 像素',
    ],
    ['a stamp', () => jpeg(100, 100), '图片太小：至少 320×140 像素'],
    ['nothing', () => Buffer.alloc(0), '请选择图片'],
  ])('%s is refused', async (_what, make, message) => {
    const before = await count()
    expect(await add(await make())).toMatchObject({ code: 400, message })
    expect(await count()).toBe(before)
  })

  test('a file beyond the bound is refused by its size, before anything is decoded', async () => {
    const bytes = Buffer.concat([await jpeg(), Buffer.alloc(MEDIA_BYTES)])
    const before = await count()
    expect([400, 413]).toContain((await add(bytes)).code)
    expect(await count()).toBe(before)
  })

  test.each(['', '图', 'a picture', 'x'.repeat(60)])('needs a Chinese text: %j', async alt => {
    expect(await add(await jpeg(), alt)).toMatchObject({
      code: 400,
      message: '请用中文写明图片内容（2–60 字）',
      data: { field: 'alt' },
    })
  })

  test('the same pixels are kept once, whatever else the file says', async () => {
    const picture = fresh()
    const first = await added(await picture.clone().png().toBuffer())
    const again = await add(
      await picture
        .clone()
        .withExif({ IFD0: { Copyright: 'x' } })
        .png()
        .toBuffer(),
      '另一个说明',
    )
    expect(again).toMatchObject({
      message: '素材库已有这张图片',
      data: { known: true, media_id: first.media_id, picture: { alt: first.alt } },
    })
  })

  test('who may not is refused before the file is read', async () => {
    const body = { name: 'a', alt: '图片', content: 'x'.repeat(4_000_000) }
    const name = 'POST /api/console/media/add'
    const before = await consoleCall(site, name, body, { cookie: cashier.cookie })
    expect(before.json()).toMatchObject({ code: 403 })
    expect((await consoleCall(site, name, body)).json()).toMatchObject({ code: 401 })
  })
})

const banner = { kind: 2, rank: 9, enabled: 0 as const }
const saveBanner = (id: number, seen: string, src: string, more: object = {}) =>
  writer.call('POST /api/console/banners/save', {
    id,
    seen,
    src,
    title: '新活动',
    ...banner,
    ...more,
  })
/** The banner with a picture, on whichever page it stands: races leave banners before it. */
async function bannerWith(src: string) {
  for (let page = 1; ; page++) {
    const { data } = await writer.call('POST /api/console/banners/list', { page })
    const found = data.data.find(each => each.src === src)
    if (found) return found
    expect(data.data, `no banner with ${src}`).not.toEqual([])
  }
}

describe('a picture in use', () => {
  test('can neither be retired nor removed; unused it is retired, brought back, and removed', async () => {
    const { media_id, banner: file } = await added()
    expect((await saveBanner(0, '', file.src)).code).toBe(200)
    const row = await bannerWith(file.src)
    expect((await listed()).find(each => each.media_id === media_id)!.used_by).toEqual([
      { kind: 'banner', id: row.id, title: '新活动' },
    ])
    const used = { code: 409, message: '图片正在使用，不能停用或删除：轮播图“新活动”' }
    expect(await writer.call('POST /api/console/media/retire', of(media_id))).toMatchObject(used)
    expect(await chief.call('POST /api/console/media/remove', of(media_id))).toMatchObject(used)

    await writer.call('POST /api/console/banners/remove', { id: row.id, seen: row.seen })
    expect(await writer.call('POST /api/console/media/remove', of(media_id))).toMatchObject({
      code: 409,
      message: '请先停用，再删除',
    })
    expect((await writer.call('POST /api/console/media/retire', of(media_id))).code).toBe(200)
    expect((await listed()).map(each => each.media_id)).not.toContain(media_id)
    expect((await listed({ retired: '1' })).map(each => each.media_id)).toContain(media_id)
    expect(await saveBanner(0, '', file.src)).toMatchObject({
      code: 400,
      message: '图片“周年庆红包”已停用，请另选一张或先恢复',
      data: { field: 'src' },
    })
    await writer.call('POST /api/console/media/restore', of(media_id))
    expect((await saveBanner(0, '', file.src)).code).toBe(200)
    const again = await bannerWith(file.src)
    await writer.call('POST /api/console/banners/remove', { id: again.id, seen: again.seen })
    await writer.call('POST /api/console/media/retire', of(media_id))
    const remark = '版权到期'
    const gone = { ...of(media_id), remark }
    expect((await chief.call('POST /api/console/media/remove', gone)).code).toBe(200)
    expect((await fetched(file.src)).statusCode).toBe(404)
    expect(await saveBanner(0, '', file.src)).toMatchObject({
      message: '图片不在素材库中，请另选一张',
    })
    const actions = await rows<{ action: string }>(
      owner,
      sql`select action from audit_log where subject = ${`media:${media_id}`} order by audit_id`,
    )
    expect(actions.map(each => each.action.replace('media.', ''))).toEqual([
      'add',
      'retire',
      'restore',
      'retire',
      'remove',
    ])
  })

  test('that members saw is removed by another person than who retired it, with a reason', async () => {
    const { media_id, banner: file } = await added()
    await saveBanner(0, '', file.src)
    const { id, seen } = await bannerWith(file.src)
    await writer.call('POST /api/console/banners/remove', { id, seen })
    await writer.call('POST /api/console/media/retire', of(media_id))
    const remove = (who: typeof writer, remark: string) =>
      who.call('POST /api/console/media/remove', { ...of(media_id), remark })
    expect(await remove(writer, '侵权')).toMatchObject({
      code: 409,
      message: '图片曾向会员展示（轮播图“新活动”），删除会使历史版本缺图，须由停用者以外的同事删除',
    })
    expect(await remove(chief, '')).toMatchObject({
      message: '图片曾向会员展示，请填写删除原因',
      data: { field: 'remark' },
    })
    expect((await fetched(file.src)).statusCode).toBe(200)
    expect((await remove(chief, '侵权')).code).toBe(200)
    const [entry] = await rows<{ note: string; before: { past: string } }>(
      owner,
      sql`select note, before from audit_log where subject = ${`media:${media_id}`} and action = 'media.remove'`,
    )
    expect(entry).toMatchObject({ note: '侵权', before: { past: '轮播图“新活动”' } })
    // One that nobody saw is its owner's.
    const unseen = await added()
    await writer.call('POST /api/console/media/retire', of(unseen.media_id))
    expect((await writer.call('POST /api/console/media/remove', of(unseen.media_id))).code).toBe(
      200,
    )
  })

  test('counts wherever it stands: texts, what is scheduled, and what waits for a second person', async () => {
    const [text, later, popup] = [await added(), await added(), await added()]
    const html = (src: string) => `<p><img src="${src}" alt="图"></p>`
    const article = { type: 1, title: '常见问题' }
    const seen = async () =>
      (await writer.call('POST /api/console/articles/list', { page: 1 })).data.data[0]!.seen
    const save = async (src: string, shows_from = '') =>
      writer.call('POST /api/console/articles/save', {
        ...article,
        seen: await seen(),
        content: html(src),
        shows_from,
      })
    expect((await save(text.popup.src)).code).toBe(200)
    expect((await save(later.popup.src, '2099-01-01 00:00')).code).toBe(200)
    const { version, value } = (await writer.call('POST /api/console/site/show')).data
    const saved = await writer.call('POST /api/console/site/save', {
      version,
      value: { ...(value as object), webcontent: html(popup.popup.src) },
      note: '弹窗',
    })
    expect(saved, saved.message).toMatchObject({ code: 200, data: { waits: true } })
    for (const { media_id } of [text, later, popup])
      expect(await writer.call('POST /api/console/media/retire', of(media_id))).toMatchObject({
        code: 409,
      })
  })

  test('is not retired while somebody saves content with it', async () => {
    for (let round = 0; round < 6; round++) {
      const { media_id, card } = await added()
      const [saved, retired] = await Promise.all([
        saveBanner(0, '', card.src),
        chief.call('POST /api/console/media/retire', of(media_id)),
      ])
      expect([saved.code, retired.code].filter(code => code === 200)).toHaveLength(1)
    }
  })
})

describe('where a banner leads', () => {
  const linkOf = async (title: string) =>
    (
      await site.call<{ title: string; link?: string }[]>('POST /api/bannerList', { type: 2 })
    ).data.find(each => each.title === title)?.link

  test('a page, an activity or a game is chosen by name, and members get it with the banner', async () => {
    await run(owner, sql`insert into activity_type (name) values ('活动')`)
    await run(
      owner,
      sql`insert into activity (type_id, title, banner, content) select max(type_id), '周末返水', '/x.webp', 'x' from activity_type`,
    )
    const found = async (kind: 'activity' | 'game', q: string) =>
      (await cashier.call('POST /api/console/link-targets', { kind, q })).data
    const [activity] = await found('activity', '周末')
    expect(activity).toMatchObject({ label: '周末返水' })
    expect(activity!.address).toMatch(/^\/#\/activityInfo\?id=\d+$/)
    expect(await found('activity', '100%')).toEqual([])
    const more = { enabled: 1, link: activity!.address, title: '返水', advert: { reason: '试' } }
    const saved = await saveBanner(0, '', '/art/banner-1.webp', more)
    expect(saved, saved.message).toMatchObject({ code: 200 })
    expect(await linkOf('返水')).toBe(activity!.address)
    expect(await linkOf('首存有礼')).toBe('/#/activity')
  })

  test('left out it stays, and another site is refused unless two persons have set it', async () => {
    const src = (await added()).banner.src
    expect((await saveBanner(0, '', src, { link: '/#/vip' })).code).toBe(200)
    const { id, seen } = await bannerWith(src)
    expect((await saveBanner(id, seen, src, { rank: 5 })).code).toBe(200)
    const after = await bannerWith(src)
    expect(after).toMatchObject({ link: '/#/vip', rank: 5 })
    const leads = (link: string) => saveBanner(id, after.seen, src, { link })
    expect(await leads('https://evil.example/x')).toMatchObject({
      code: 400,
      message: '链接只能指向本站或允许的域名：https://evil.example/x',
      data: { field: 'link' },
    })
    for (const link of ['javascript:alert(1)', '//evil.example', 'http://evil.example'])
      expect((await leads(link)).code, link).toBe(400)
    expect(mediaIn(src)).toHaveLength(1)
  })
})

test('pictures are found by what they show and by the name of their file', async () => {
  const { media_id } = await added(await jpeg(), '端午龙舟大赛')
  expect((await listed({ q: '龙舟' })).map(each => each.media_id)).toEqual([media_id])
  expect(await listed({ q: '%' })).toEqual([])
  await writer.call('POST /api/console/media/save', { ...of(media_id), alt: '中秋赏月' })
  expect((await listed({ q: '赏月' }))[0]).toMatchObject({ alt: '中秋赏月' })
})
