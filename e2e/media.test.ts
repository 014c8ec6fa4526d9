// The library of pictures from the file to the member: brought while a banner is written, described
// in Chinese, cut to the banner's shape, shown on the phone, and leading where it was told to.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run, sql } from '@tianping/database'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { at } from './support/phone.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld()
const support = { name: 'support', password: 'support888' }
const admin = { name: 'admin', password: 'admin888' }

const folder = mkdtempSync(join(tmpdir(), 'tianping-media-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
async function file(name: string, background: string) {
  const path = join(folder, name)
  const picture = sharp({ create: { width: 1_600, height: 900, channels: 3, background } })
  writeFileSync(path, await picture.jpeg().toBuffer())
  return path
}

test('a banner is made with a new picture of the library, seen on a phone, and opens its page', async () => {
  const desk = await world.desk({ operator: support, path: '/site?tab=banners' })
  await desk.getByRole('button', { name: '新增轮播图', exact: true }).click()
  const form = desk.getByRole('dialog', { name: '新增轮播图', exact: true })
  await form.getByRole('button', { name: '从素材库选择', exact: true }).click()
  const picker = desk.getByRole('dialog', { name: '选择图片', exact: true })
  await picker
    .getByLabel('选择图片', { exact: true })
    .and(desk.locator('input'))
    .setInputFiles(await file('races.jpg', '#225588'))
  await picker.getByLabel('图片说明：races.jpg', { exact: true }).fill('races')
  const send = picker.getByRole('button', { name: '上传 1 张', exact: true })
  expect(await send.isDisabled()).toBe(true)
  await picker.getByLabel('图片说明：races.jpg', { exact: true }).fill('端午龙舟大赛')
  await send.click()
  await picker.waitFor({ state: 'hidden' })
  const title = form.getByLabel('标题（图片的文字说明）', { exact: true })
  await expect.poll(() => title.inputValue()).toBe('端午龙舟大赛')

  const target = form.getByRole('combobox', { name: '点击后打开', exact: true })
  await target.click()
  await desk.getByTitle('应用页面', { exact: true }).click()
  await form.getByRole('combobox', { name: '点击后打开：页面', exact: true }).click()
  await desk.getByTitle('优惠活动', { exact: true }).last().click()
  await form.getByText('图片标有适龄标志').click()
  await form.getByText('图片不吸引未成年人').click()
  await form.getByRole('button', { name: '保存并生效', exact: true }).click()
  await form.waitFor({ state: 'hidden' })
  await desk.getByRole('table').getByText('端午龙舟大赛').waitFor()
  await run(world.db, sql`update banner set enabled = title = '端午龙舟大赛'`)

  const phone = await world.phone({ session: { 'closed:welcome': '1' } })
  const link = phone.getByRole('region', { name: '活动', exact: true }).getByRole('link')
  const picture = link.getByRole('img', { name: '端午龙舟大赛', exact: true })
  await picture.waitFor()
  await expect
    .poll(() => picture.evaluate(img => (img as HTMLImageElement).naturalWidth))
    .toBe(1_074)
  expect(await picture.getAttribute('src')).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/)
  await link.click()
  await at(phone, '/activity')

  await desk.goto(`${world.url}/console#/site?tab=library`)
  const row = desk.getByRole('row').filter({ hasText: '端午龙舟大赛' })
  await row.getByText('轮播图：端午龙舟大赛').waitFor()
  expect(await row.getByRole('button', { name: '停用', exact: true }).isDisabled()).toBe(true)
  expect(world.complaints).toEqual([])
})

test('several pictures are dropped at once; what is no picture stays with its reason', async () => {
  const desk = await world.desk({ operator: support, path: '/site?tab=library' })
  const svg = join(folder, 'logo.png')
  writeFileSync(svg, '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"/>')
  const files = [await file('one.jpg', '#882255'), svg, await file('two.jpg', '#228855')]
  await desk.getByLabel('选择图片', { exact: true }).and(desk.locator('input')).setInputFiles(files)
  for (const name of ['one.jpg', 'logo.png', 'two.jpg'])
    await desk.getByLabel(`图片说明：${name}`, { exact: true }).fill(`图片${name.slice(0, 3)}`)
  await desk.getByRole('button', { name: '上传 3 张', exact: true }).click()
  await desk.getByText('只接受 JPG、PNG 和 WebP 图片').waitFor()
  const table = desk.getByRole('table', { name: '素材库' })
  for (const name of ['图片one', '图片two']) await table.getByText(name, { exact: true }).waitFor()
  expect(await table.getByText('图片log', { exact: true }).count()).toBe(0)
  expect(world.complaints).toEqual([])
})

test('the popup is written in the editor: a picture and a link are chosen, not typed', async () => {
  const desk = await world.desk({ operator: support, path: '/site' })
  const popup = desk.getByRole('textbox', { name: '弹窗内容', exact: true })
  await popup.click()
  await desk.keyboard.press('Control+a')
  await desk.keyboard.type('18+ 龙舟大赛')
  await desk.keyboard.press('Control+a')
  const tools = desk.getByRole('toolbar', { name: '弹窗内容工具', exact: true })
  await tools.getByRole('button', { name: '链接', exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: '链接', exact: true })
  await dialog.getByRole('combobox', { name: '链接到', exact: true }).click()
  await desk.getByTitle('活动', { exact: true }).click()
  await dialog.getByRole('combobox', { name: '链接到：活动', exact: true }).fill('首存')
  await desk.getByTitle('新会员专享：首存有礼', { exact: true }).click()
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await desk.keyboard.press('End')
  await tools.getByRole('button', { name: '图片', exact: true }).click()
  const picker = desk.getByRole('dialog', { name: '选择图片', exact: true })
  await picker.getByRole('button', { name: 'USDT 存款笔笔加赠', exact: true }).click()
  await tools.getByRole('button', { name: 'HTML', exact: true }).click()
  await expect
    .poll(() => popup.inputValue())
    .toMatch(
      /<a href="\/#\/activityInfo\?id=\d+">18\+ 龙舟大赛<\/a>.*<img src="\/media\/[0-9a-f]{32}\.webp" alt="USDT 存款笔笔加赠">/,
    )
  expect(world.complaints).toEqual([])
})

test('a draft of a notice waits for a colleague, who puts it into the form and publishes it', async () => {
  const writer = await world.desk({ operator: support, path: '/site?tab=notices' })
  await writer.getByRole('button', { name: '新增公告', exact: true }).click()
  const made = writer.getByRole('dialog', { name: '新增公告', exact: true })
  await made.getByLabel('内容（滚动显示在首页）', { exact: true }).fill('周三凌晨维护')
  expect(await made.getByRole('button', { name: '存为草稿', exact: true }).count()).toBe(0)
  await made.getByRole('button', { name: '保存并生效', exact: true }).click()
  await made.waitFor({ state: 'hidden' })
  const row = writer.getByRole('row').filter({ hasText: '周三凌晨维护' })
  await row.getByRole('button', { name: '修改', exact: true }).click()
  const form = writer.getByRole('dialog', { name: '修改公告', exact: true })
  await form.getByLabel('内容（滚动显示在首页）').fill('周四凌晨维护')
  await form.getByRole('button', { name: '存为草稿', exact: true }).click()
  await form.waitFor({ state: 'hidden' })
  await row.getByRole('button', { name: '草稿：support', exact: true }).waitFor()

  const chief = await world.desk({ operator: admin, path: '/site?tab=notices' })
  await chief.getByRole('button', { name: '草稿：support', exact: true }).click()
  const past = chief.getByRole('dialog', { name: '公告历史', exact: true })
  await past.getByRole('button', { name: '填入表单', exact: true }).first().click()
  const change = chief.getByRole('dialog', { name: '修改公告', exact: true })
  await change.getByRole('button', { name: '保存并生效', exact: true }).click()
  await change.waitFor({ state: 'hidden' })
  await chief.getByRole('row').filter({ hasText: '周四凌晨维护' }).waitFor()
  expect(await chief.getByRole('button', { name: '草稿：support', exact: true }).count()).toBe(0)
  expect(world.complaints).toEqual([])
})

test('a draft of the popup waits for a colleague, who puts it into the form and asks for it', async () => {
  const writer = await world.desk({ operator: support, path: '/site' })
  const popup = writer.getByRole('textbox', { name: '弹窗内容', exact: true })
  await popup.click()
  await writer.keyboard.press('Control+a')
  await writer.keyboard.type('中秋快乐')
  await writer.getByRole('button', { name: '弹窗存为草稿', exact: true }).click()
  await writer.getByText('草稿已保存，会员看到的不变').waitFor()
  await writer.getByRole('button', { name: '弹窗草稿：support', exact: true }).waitFor()
  // What was kept is out of the form, so there is nothing left to save.
  await writer
    .getByRole('button', { name: '弹窗存为草稿', exact: true })
    .waitFor({ state: 'hidden' })

  const chief = await world.desk({ operator: admin, path: '/site' })
  await chief.getByRole('button', { name: '弹窗草稿：support', exact: true }).click()
  const past = chief.getByRole('dialog', { name: '弹窗历史', exact: true })
  await past.getByRole('button', { name: '填入表单', exact: true }).first().click()
  await chief.getByLabel('修改说明（必填）', { exact: true }).fill('中秋')
  await chief.getByRole('button', { name: '保存', exact: true }).click()
  await chief.getByText('已提交，等待另一位同事审批').waitFor()
  await chief
    .getByRole('button', { name: '弹窗草稿：support', exact: true })
    .waitFor({ state: 'hidden' })
  expect(world.complaints).toEqual([])
})
