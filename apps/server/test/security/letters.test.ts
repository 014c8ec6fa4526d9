// What operators write to members, and names that are shown beside other things.
import { run, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { safeHtml } from '../../src/kernel/safeHtml.ts'
import { bankCard, bankTransfer } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { openTestSite } from '../support/site.ts'

const { url, open } = await freshDatabase('server')
const owner = open()
await seedCashier(owner, new Date())
const site = await openTestSite(url)
const admin = await desk(site, 'admin')

const REMOTE = [
  'https://tracker.example/pixel.png',
  '//tracker.example/pixel.png',
  '/\\tracker.example/pixel.png',
  '/\t/tracker.example/pixel.png',
  'http:/tracker.example/pixel.png',
  'HTTPS:tracker.example/pixel.png',
]

describe('pictures from elsewhere', () => {
  test.each(REMOTE)('%j is not shown, and one of the site is', src => {
    expect(safeHtml(`<p>一<img src="${src}">二<img src="/art/banner-1.webp"></p>`)).toBe(
      '<p>一二<img src="/art/banner-1.webp" /></p>',
    )
  })

  test('no letter, article or activity is saved with one, and the refusal says which it is', async () => {
    const html = '<p><img src="/art/a.webp"><img src="https://tracker.example/a.png?to=1"></p>'
    const message =
      '第 2 张图片不是本站的文件，请先上传，再用 / 开头的地址：https://tracker.example/a.png?to=1'
    const letter = { audience: 'all' as const, to: '', title: '信', content: html }
    expect(await admin.call('POST /api/console/messages/send', letter)).toMatchObject({
      code: 400,
      message,
      data: { field: 'content' },
    })
    const { version, value } = (await admin.call('POST /api/console/site/show')).data
    expect(
      await admin.call('POST /api/console/site/save', {
        version,
        note: '弹窗',
        value: { ...(value as object), webcontent: html },
      }),
    ).toMatchObject({ code: 400, message, data: { field: 'webcontent' } })
    expect(
      await admin.call('POST /api/console/articles/save', {
        type: 1,
        seen: '',
        title: '文',
        content: html,
      }),
    ).toMatchObject({ code: 400, message, data: { field: 'content' } })
    const activity = {
      id: 0,
      seen: '',
      type_id: 1,
      title: '活动',
      banner: '/art/a.webp',
      rank: 0,
      enabled: 1,
      starts_at: '',
      ends_at: '',
      content: '<p>好</p>',
      memo: html,
    }
    expect(await admin.call('POST /api/console/activities/save', activity as never)).toMatchObject({
      code: 400,
      message,
      data: { field: 'memo' },
    })
  })

  test('a letter from before loses it when a member reads it', async () => {
    const { token, memberId } = await site.member()
    await run(
      owner,
      sql`insert into message (member_id, title, content, created_at)
        values (${memberId}, '旧信', '<p>旧<img src="https://tracker.example/p.png"></p>', now())`,
    )
    const { data } = await site.call('POST /api/noticeList', {}, { token })
    expect(JSON.stringify(data)).toContain('旧')
    expect(JSON.stringify(data)).not.toContain('tracker.example')
  })
})

describe('names', () => {
  /** Turn the rest of a line, have no width, isolate, fill a letter, end a line. */
  const HIDDEN = ['王\u202e小明', '王\u200b小明', '王\u2066小明', '王\u3164小明', '王\u2028小明']
  const SAID = '姓名中有看不见的字符，请重新输入'
  const form = {
    password: 'secret1',
    confirmPass: 'secret1',
    paypassword: '748201',
    code: 'abcd',
    pid: '',
  }
  const register = (name: string, realname: string) =>
    site.call('POST /api/register', { ...form, name, realname })

  test('of shapeless characters are refused at registration, and common ones are not', async () => {
    for (const [n, realname] of HIDDEN.entries())
      expect(await register(`hidden${n}`, realname)).toMatchObject({ code: 400, message: SAID })
    for (const [n, realname] of ['买买提·艾力', 'Anna-Maria O’Neil', '𠮷野家'].entries())
      expect(await register(`plain0${n}`, realname)).toMatchObject({ code: 200 })
  })

  test('the documents’ own checks come first', async () => {
    expect(await register('short', HIDDEN[0]!)).toMatchObject({
      message: '用户名长度6~11位，以字母或数字组合！',
    })
  })

  test('are refused when an operator corrects one, on a card and for a payer', async () => {
    const { token, memberId } = await site.member()
    const rename = { id: Number(memberId), realname: HIDDEN[0]!, remark: '更正' }
    expect(await admin.call('POST /api/console/members/rename', rename)).toMatchObject({
      code: 400,
      message: SAID,
    })
    const card = { ...bankCard(), bank_owner: HIDDEN[0]!, pay_pass: '888888' }
    expect(await site.call('POST /api/bindcard', card, { token })).toMatchObject({ message: SAID })
    const paid = { ...bankTransfer, bank_owner: HIDDEN[0]!, amount: 300 }
    expect(await site.call('POST /api/recharge', paid, { token })).toMatchObject({ message: SAID })
  })
})
