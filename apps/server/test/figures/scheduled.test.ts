// Reports that are made by themselves: which span, what is in the file, who gets it, and once.
import { sql, run } from '@tianping/database'
import { beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import {
  keepLiability,
  runScheduledReports,
  scheduledReportsRule,
} from '../../src/areas/figures/figures.ts'
import { spanDue } from '../../src/areas/figures/scheduled/make.ts'
import { coveredBy } from '../../src/areas/figures/scheduled/tables.ts'
import { seedSite } from '../../src/demo/site.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { post } from '../../src/ledger/ledger.ts'
import { desk } from '../console/support.ts'
import { deposit } from '../ledger/postings.ts'
import { openMailServer, type Mail } from '../support/outside.ts'
import { poisonWhere } from '../support/poison.ts'
import { openTestSite, TestClock } from '../support/site.ts'
import { caughtUp, tellBet } from './support.ts'

const mail = await openMailServer()
const { url, open } = await freshDatabase('server')
const owner = open()
const clock = new TestClock('2025-11-05T04:00:00Z')
await seedSite(owner, clock.now())
const site = await openTestSite(url, { clock, env: mail.env })
const { services } = site

const anna = await site.member()
await post(services.db, {
  ...deposit(anna.memberId, 12_34n),
  effectiveAt: new Date('2025-11-04T23:59:59+08:00'),
})
await tellBet(owner, {
  memberId: anna.memberId,
  betId: 'b',
  game: 'alpha',
  version: 1,
  status: 1,
  stake: 5_00n,
  payout: 6_50n,
  settledAt: '2025-11-04 13:00:00',
})
await caughtUp(services.db)

const plan = { ref: 'daily', name: '每日场馆', mails: ['cfo@example.cn', 'ops@example.cn'] }
const wanted = (...plans: object[]) =>
  writeSetting(
    owner,
    scheduledReportsRule.key,
    scheduledReportsRule.schema,
    { plans },
    { name: 'test', at: clock.now() },
  )
const files = async () => {
  const boss = await desk(site, 'admin')
  return (await boss.call('POST /api/console/figures/files/list', { page: 1 })).data.data
}
const makeDue = () =>
  run(owner, sql`update ledger.outbox set next_attempt_at = now() - interval '1 second'`)
/** The attached file of a letter. */
const attached = ({ raw }: Mail) =>
  Buffer.from(/filename=\S+[^]*?\r\n\r\n([^]+?)\r\n--/.exec(raw)?.[1] ?? '', 'base64')

beforeEach(async () => {
  mail.state.refuse = 0
  mail.got.length = 0
  await run(owner, sql`delete from ledger.outbox`)
  await run(owner, sql`delete from report_file`)
})

test('a span is the day, the week from Monday or the month that ended last', () => {
  expect(spanDue('day', '2025-03-01')).toEqual({ from: '2025-02-28', to: '2025-02-28' })
  expect(spanDue('week', '2025-11-03')).toEqual({ from: '2025-10-27', to: '2025-11-02' })
  expect(spanDue('week', '2025-11-09')).toEqual({ from: '2025-10-27', to: '2025-11-02' })
  expect(spanDue('week', '2025-11-10')).toEqual({ from: '2025-11-03', to: '2025-11-09' })
  expect(spanDue('month', '2025-01-31')).toEqual({ from: '2024-12-01', to: '2024-12-31' })
})

test('cohorts are told of twelve weeks, or twelve months, up to the span', () => {
  const day = { from: '2025-11-04', to: '2025-11-04' }
  expect(coveredBy('retention', 'day', day)).toEqual({ from: '2025-08-13', to: '2025-11-04' })
  const week = { from: '2025-10-27', to: '2025-11-02' }
  expect(coveredBy('retention', 'week', week)).toEqual({ from: '2025-08-11', to: '2025-11-02' })
  const month = { from: '2025-01-01', to: '2025-01-31' }
  expect(coveredBy('retention', 'month', month)).toEqual({ from: '2024-02-01', to: '2025-01-31' })
  expect(coveredBy('compared', 'month', month)).toEqual(month)
})

test('from its hour on a file is made once, and each address gets it once', async () => {
  await wanted({ ...plan, runAt: '12:00' })
  expect(await runScheduledReports(services)).toBe(1)
  expect(await runScheduledReports(services)).toBe(0)
  await makeDue()
  await runScheduledReports(services)
  expect(mail.got.map(({ to }) => to).toSorted()).toEqual(plan.mails)
  expect(mail.got[0]?.subject).toBe('每日场馆 2025-11-04')
  const lines = attached(mail.got[0]!).toString().replace('\ufeff', '').trim().split('\r\n')
  expect(lines.map(line => line.split(',').length)).toEqual([22, 22, 22])
  const [head = '', whole = '', venue = ''] = lines
  expect(head.split(',').slice(0, 6)).toEqual(['场馆', '注册', '首存', '活跃', '存款笔数', '存款'])
  expect(whole.split(',').slice(4, 6)).toEqual(['1', '12.34'])
  expect(whole.split(',').at(head.split(',').indexOf('平台输赢 GGR'))).toBe('-1.5')
  expect(venue.split(',').at(head.split(',').indexOf('投注额'))).toBe('5')
  expect(await files()).toMatchObject([
    { from: '2025-11-04', to: '2025-11-04', letters_sent: 2, letters_failed: 0, file_lines: 2 },
  ])
})

/** The lines of the one file that was made, by its first address. */
async function linesOf(other: object): Promise<string[][]> {
  await wanted({ ...plan, runAt: '12:00', mails: ['cfo@example.cn'], ...other })
  await runScheduledReports(services)
  await makeDue()
  await runScheduledReports(services)
  const text = attached(mail.got[0]!).toString().replace('\ufeff', '')
  return text
    .trim()
    .split('\r\n')
    .map(line => line.split(','))
}

test('a plan may be the comparison, in the words of its page', async () => {
  const lines = await linesOf({ report: 'compared' })
  expect(lines[0]).toEqual(['指标', '本期', '对比期', '变化（%）'])
  expect(lines.find(([figure]) => figure === '存款')).toEqual(['存款', '12.34', '0', ''])
  expect(lines.find(([figure]) => figure === '平台输赢 GGR')).toEqual([
    '平台输赢 GGR',
    '-1.5',
    '0',
    '',
  ])
})

test('a plan may be the funnel and the cohorts', async () => {
  const lines = await linesOf({ report: 'retention' })
  expect(mail.got[0]?.subject).toBe('每日场馆 2025-08-13 至 2025-11-04')
  expect(lines[1]).toEqual(['转化漏斗', '注册', '', '0', '0'])
  expect(lines.at(-1)).toEqual(['留存', '2025-11-03', '0', '1', '1'])
})

test('a plan may be the targets of the month, by the end of its last day', async () => {
  await run(
    owner,
    sql`insert into figure_target (month, figure, value, set_by, set_at) values ('2025-11-01', 'deposit', 30000, 'test', ${clock.now()})`,
  )
  const lines = await linesOf({ report: 'targets' })
  expect(lines.find(([figure]) => figure === '存款')).toEqual([
    '存款',
    '300',
    '12.34',
    '40',
    '92.55',
    '慢于进度',
  ])
})

test('a plan may be what is owed, once its days are told', async () => {
  const owed = { ...plan, report: 'liability', runAt: '12:00', mails: [] }
  await wanted(owed)
  await runScheduledReports(services)
  expect(await files()).toEqual([])
  await keepLiability(services)
  const lines = await linesOf({ report: 'liability' })
  expect(lines[0]?.slice(0, 4)).toEqual([
    '日期',
    '会员中心钱包',
    '会员场馆余额',
    '已审核待付款取款',
  ])
  // What nobody had counted at the end of that day stays open.
  const [day, ...owes] = lines[1]!
  expect([day, owes.join(' ')]).toEqual(['2025-11-04', '12.34 0 0  0 0    '])
})

test('before its hour the day before is still the newest', async () => {
  await wanted({ ...plan, runAt: '12:01', mails: [] })
  await runScheduledReports(services)
  expect(await files()).toMatchObject([{ to: '2025-11-03' }])
})

test('no file is made before the facts of its span are complete', async () => {
  await wanted({ ...plan, runAt: '12:00', mails: [] })
  const rolled = (at: string) =>
    run(owner, sql`update ledger.fact_progress set rolled_at = ${at}::timestamptz`)
  await rolled('2025-11-04 23:59:59+08')
  expect(await runScheduledReports(services)).toBe(0)
  await rolled('2025-11-05 00:00:00+08')
  expect(await runScheduledReports(services)).toBe(1)
})

test('two servers make one file, and its letters leave once', async () => {
  await wanted({ ...plan, runAt: '12:00' })
  const made = await Promise.all([runScheduledReports(services), runScheduledReports(services)])
  expect(made.toSorted()).toEqual([0, 1])
  await makeDue()
  await runScheduledReports(services)
  expect(mail.got).toHaveLength(2)
})

test('a report that cannot be made keeps back neither others nor letters, and is made once it can be', async () => {
  await wanted({ ...plan, runAt: '12:00' })
  await runScheduledReports(services)
  await makeDue()
  const more = ['bad', 'good'].map(ref => ({ ...plan, ref, name: ref, runAt: '12:00', mails: [] }))
  await wanted(...more.slice(0, 1), { ...plan, runAt: '12:00' }, ...more.slice(1))
  const cure = await poisonWhere(owner, 'report_file', "new.plan = 'bad'")
  await expect(runScheduledReports(services)).rejects.toThrow('1 failed: poisoned')
  const names = async () => (await files()).map(({ name }) => name).toSorted()
  expect(await names()).toEqual(['good', '每日场馆'])
  expect(mail.got).toHaveLength(2)
  await expect(runScheduledReports(services), 'it is seen as failing').rejects.toThrow('poisoned')
  await cure()
  expect(await runScheduledReports(services)).toBe(1)
  expect(await names()).toEqual(['bad', 'good', '每日场馆'])
})

test('an address that was taken off gets nothing, and a closed plan makes nothing', async () => {
  mail.state.refuse = 451
  await wanted({ ...plan, runAt: '12:00' })
  await runScheduledReports(services)
  mail.state.refuse = 0
  await wanted({ ...plan, runAt: '12:00', mails: ['ops@example.cn'] })
  await makeDue()
  await runScheduledReports(services)
  expect(mail.got.map(({ to }) => to)).toEqual(['ops@example.cn'])
  await wanted({ ...plan, ref: 'other', open: false, runAt: '12:00' })
  expect(await runScheduledReports(services)).toBe(0)
})

test('a refused letter is told, and sent again by who may export', async () => {
  mail.state.refuse = 550
  await wanted({ ...plan, runAt: '12:00' })
  await runScheduledReports(services)
  await makeDue()
  await runScheduledReports(services)
  const [file] = await files()
  expect(file).toMatchObject({ letters_sent: 0, letters_failed: 2 })
  expect(file?.error).toContain('550')
  mail.state.refuse = 0
  const boss = await desk(site, 'admin')
  const resend = () =>
    boss.call('POST /api/console/figures/files/resend', { file_id: file!.file_id })
  expect((await resend()).data).toEqual({ letters: 2 })
  expect(await resend()).toMatchObject({ message: '没有发送失败的邮件' })
  await runScheduledReports(services)
  expect(mail.got).toHaveLength(2)
})

test('a file is fetched by who may export, which is in the audit log', async () => {
  await wanted({ ...plan, runAt: '12:00', format: 'xlsx', mails: [] })
  await runScheduledReports(services)
  const [file] = await files()
  const get = (cookie: string) =>
    site.app.inject({
      url: `/api/console/figures/file/${file!.file_id}`,
      headers: { cookie, 'x-tianping-console': '1' },
    })
  const boss = await desk(site, 'admin')
  const got = await get(boss.cookie)
  expect(got.headers['content-disposition']).toBe(
    'attachment; filename="daily-20251104-20251104.xlsx"',
  )
  expect(got.rawPayload.subarray(0, 2).toString()).toBe('PK')
  const { data } = await boss.call('POST /api/console/audit/list', { page: 1 })
  expect(data.data[0]).toMatchObject({ action: 'figures.download' })
  const support = await desk(site, 'support')
  expect((await get(support.cookie)).json().code).toBe(403)
  expect((await get('')).json().code).toBe(401)
})

test('a site without mail refuses a plan with addresses', async () => {
  const quiet = { ...services, settings: { ...services.settings, mail: null } }
  const tried = (mails: string[], isOpen = true) =>
    scheduledReportsRule.tryOut!(quiet, { plans: [{ ...plan, mails, open: isOpen }] })
  await expect(tried(plan.mails)).rejects.toThrow('未配置邮件发送')
  await tried([])
  await tried(plan.mails, false)
})
