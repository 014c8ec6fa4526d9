// Banners, the popup and activities for a segment: who sees them, whom the guard leaves out, and
// what a call costs.
import type { Given } from '@tianping/contract'
import { rows, run, sql } from '@tianping/database'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { bootData } from '../../src/areas/site/boot.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import { appSchema } from '../../src/kernel/appSetting.ts'
import { openCashier } from '../cashier/support.ts'
import { caughtUp } from '../figures/support.ts'
import { post } from '../../src/ledger/ledger.ts'
import { deposit } from '../ledger/postings.ts'
import { consoleCall, desk } from '../console/support.ts'
import { statementsOf } from '../support/statements.ts'

const { site, clock, owner } = await openCashier()
const { db } = site.services
const [writer, finance] = [await desk(site, 'support'), await desk(site, 'finance')]
type Member = Awaited<ReturnType<typeof site.member>>

const ask = async (name: string, body: object) =>
  (
    await consoleCall(site, name, body, { cookie: writer.cookie, 'idempotency-key': randomUUID() })
  ).json()

const [inside, outside, stopped, resting, tested] = [
  await site.member(),
  await site.member(),
  await site.member(),
  await site.member(),
  await site.member(),
]
for (const { memberId } of [inside, stopped, resting, tested])
  await post(db, { ...deposit(memberId, 500_00n), effectiveAt: clock.now() })
await caughtUp(db)
await run(
  owner,
  sql`insert into harm_stop (member_id, since) values (${stopped.memberId}, ${clock.now()})`,
)
await run(
  owner,
  sql`insert into test_account (member_id, state, reason, asked_by, asked_at, decided_by, decided_at) values (${tested.memberId}, 2, 'x', 'a', ${clock.now()}, 'b', ${clock.now()})`,
)
await site.call(
  'POST /api/protection/timeout',
  { term: '24h', days: '', password: 'secret1' },
  { token: resting.token },
)

const segment = async (name: string, segment_id = 0) =>
  Number(
    (
      await ask('POST /api/console/segments/save', {
        name,
        note: '',
        segment_id,
        conditions: [{ fact: 'deposit', days: 30, least: 100, most: null, id: 0 }],
      })
    ).data.segment_id,
  )
const depositors = await segment('存款会员')

const as = (who: Member | null) => (who ? { token: who.token } : {})
const everyone = [null, inside, outside, stopped, resting, tested]
/** Who of everyone sees something, by their place in the list. */
async function seers(sees: (who: Member | null) => Promise<boolean>): Promise<number[]> {
  const found: number[] = []
  for (const [at, who] of everyone.entries()) if (await sees(who)) found.push(at)
  return found
}
const ALL = [0, 1, 2, 3, 4, 5]
const INSIDE = [1]

/**
 * How many statements a call sends: the least of some, since jobs send some beside it. Settings are
 * remembered by a server that listens.
 */
async function countOf(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let times = 0; times < 5; times++)
    counts.push(
      (await statementsOf(site, work)).filter(text => !text.includes('site_setting')).length,
    )
  return Math.min(...counts)
}

const bannersOf = async (who: Member | null) =>
  (await site.call<Given<'POST /api/bannerList'>>('POST /api/bannerList', {}, as(who))).data.map(
    each => each.title,
  )
const addBanner = (title: string, segment_id = 0) =>
  ask('POST /api/console/banners/save', {
    id: 0,
    seen: '',
    kind: 2,
    src: '/art/banner-1.webp',
    title,
    rank: 0,
    enabled: 1,
    segment_id,
    advert: { picture_age: 1, picture_minors: 1 },
  })
/** What is for the segments in use, as the list of segments says it. */
const usesOf = async (name: string) =>
  (await writer.call('POST /api/console/segments/all', {})).data.find(each => each.name === name)!
    .uses
const bannerRow = async (title: string) =>
  (await writer.call('POST /api/console/banners/list')).data.data.find(
    each => each.title === title,
  )!

describe('banners', () => {
  test('with a segment reach its members alone, and nobody whom the guard leaves out', async () => {
    expect((await addBanner('通用')).code).toBe(200)
    expect((await addBanner('专属', depositors)).code).toBe(200)
    expect(await seers(async who => (await bannersOf(who)).includes('通用'))).toEqual(ALL)
    expect(await seers(async who => (await bannersOf(who)).includes('专属'))).toEqual(INSIDE)
    expect(await bannerRow('专属')).toMatchObject({ segment_id: depositors, segment: '存款会员' })
    expect(await bannerRow('通用')).toMatchObject({ segment_id: 0, segment: '' })
    expect(await usesOf('存款会员')).toEqual([{ kind: 'banner', name: '专属' }])
    const until = (at: Date | null) =>
      run(owner, sql`update banner set shows_until = ${at} where title = '专属'`)
    await until(clock.now())
    expect(await usesOf('存款会员')).toEqual([])
    await until(null)
  })

  test('leave the page of visitors as it is, which only says that some of it differs', async () => {
    const boot = await bootData(site.services)
    expect(boot.bannerList.map(each => each.title)).toEqual(['通用'])
    expect(boot['varies']).toEqual(['bannerList'])
  })

  test('cost a member one statement more and a visitor none', async () => {
    const sent = (who: Member | null) => countOf(() => bannersOf(who))
    const targeted = [await sent(null), await sent(inside), await sent(outside)]
    await run(owner, sql`update banner set segment_id = null`)
    const plain = [await sent(null), await sent(inside), await sent(outside)]
    expect(targeted.map((each, at) => each - plain[at]!)).toEqual([0, 1, 1])
    expect((await bootData(site.services))['varies']).toBeUndefined()
  })

  test('show nobody anything once the segment is out of use, and say so', async () => {
    const before = await segment('临时')
    await addBanner('临时专属', before)
    expect(await bannersOf(inside)).toContain('临时专属')
    await ask('POST /api/console/segments/retire', { segment_id: before, remark: '不用了' })
    expect(await bannersOf(inside)).not.toContain('临时专属')
    const row = await bannerRow('临时专属')
    expect(row).toMatchObject({ segment: '临时（已停用）' })
    expect(await ask('POST /api/console/banners/save', { ...row, enabled: 1 })).toMatchObject({
      code: 404,
      message: '人群不存在或已停用',
    })
  })
})

describe('the popup', () => {
  const set = (more: object) =>
    writeSetting(
      owner,
      'app',
      appSchema,
      appSchema.parse({ index_modal: 1, webcontent: '<p>弹窗</p>', ...more }),
      { name: 'x', at: clock.now() },
    )
  const popup = async (who: Member | null) => {
    const { index_modal, webcontent } = (
      await site.call<Given<'POST /api/app'>>('POST /api/app', {}, as(who))
    ).data
    return index_modal === 1 ? webcontent : ''
  }
  const sees = async (who: Member | null) => (await popup(who)) === '<p>弹窗</p>'
  afterEach(() => set({ index_modal: 0 }))

  test('shows to everybody without a segment, and to a segment alone with one', async () => {
    await set({})
    expect(await seers(sees)).toEqual(ALL)
    expect(await usesOf('存款会员')).toEqual([])
    await set({ modal_segment: String(depositors) })
    expect(await usesOf('存款会员')).toEqual([{ kind: 'popup', name: '' }])
    expect(await seers(sees)).toEqual(INSIDE)
    expect((await site.call<Given<'POST /api/app'>>('POST /api/app')).data.webcontent).toBe('')
    expect((await bootData(site.services))['varies']).toContain('appInfo')
  })

  test('asks for a second person to reach everybody again, and for a segment in use', async () => {
    await set({ modal_segment: String(depositors) })
    const save = async (modal_segment: string) => {
      const { version, value } = (await writer.call('POST /api/console/site/show')).data
      return ask('POST /api/console/site/save', {
        version,
        value: { ...(value as object), modal_segment },
        note: '改人群',
      })
    }
    expect(await save('999')).toMatchObject({ code: 404, message: '人群不存在或已停用' })
    expect((await save('')).data).toEqual({ waits: true })
    expect(await popup(null)).toBe('')
  })
})

describe('activities', () => {
  const listOf = async (who: Member | null) =>
    (
      await site.call<Given<'POST /api/activitylist'>>(
        'POST /api/activitylist',
        { type: '0', page: 1 },
        as(who),
      )
    ).data
  const detail = (who: Member | null, id: number) =>
    site.call('POST /api/activitydeatil', { id }, as(who))
  const typeId = async () =>
    (await writer.call('POST /api/console/activity-types/list')).data[0]!.id
  const made = async (title: string, segment_id: number) =>
    Number(
      (
        await ask('POST /api/console/activities/save', {
          id: 0,
          seen: '',
          type_id: await typeId(),
          title,
          banner: '/art/banner-1.webp',
          content: '<p>内容</p>',
          memo: '',
          rank: 0,
          enabled: 1,
          starts_at: '',
          ends_at: '',
          segment_id,
          advert: { picture_age: 1, picture_minors: 1, reason: '测试' },
        })
      ).data.id,
    )
  /** Its first rule, as another operator approves it. */
  const pays = async (id: number) => {
    const { value } = {
      value: { apply: true, bonus: { kind: 'fixed', fen: 8_00 }, turnoverTimes: 1, review: 'auto' },
    }
    await run(
      owner,
      sql`insert into activity_rule (activity_id, version, rule, changed_by, changed_at) values (${id}, 1, ${JSON.stringify(value)}::jsonb, 'x', ${clock.now()})`,
    )
  }

  test('for a segment are listed, read and applied for by its members alone', async () => {
    await ask('POST /api/console/activity-types/save', {
      id: 0,
      seen: '',
      name: '专享',
      rank: 0,
      enabled: 1,
    })
    const [open, own] = [await made('全员', 0), await made('存款专享', depositors)]
    await pays(open)
    await pays(own)
    expect(await usesOf('存款会员')).toEqual([{ kind: 'activity', name: '存款专享' }])
    const lists = async (who: Member | null) => {
      const { data, total } = await listOf(who)
      return [total, data.some(each => each.id === own)]
    }
    expect(await lists(null)).toEqual([1, false])
    expect(await lists(inside)).toEqual([2, true])
    expect(await lists(outside)).toEqual([1, false])
    expect(await seers(async who => (await detail(who, own)).code === 200)).toEqual(INSIDE)
    expect(await seers(async who => (await detail(who, open)).code === 200)).toEqual(ALL)
    const apply = (who: Member) =>
      site.call(
        'POST /api/doactivityapply',
        { activityid: own },
        { token: who.token, headers: { 'idempotency-key': randomUUID() } },
      )
    expect((await apply(outside)).code).not.toBe(200)
    expect((await apply(stopped)).code).not.toBe(200)
    expect(await apply(inside)).toMatchObject({ code: 200 })
  })

  test('cost a member one statement more in the list and a visitor none', async () => {
    const sent = (who: Member | null) => countOf(() => listOf(who))
    const targeted = [await sent(null), await sent(inside), await sent(outside)]
    await run(owner, sql`update activity set segment_id = null where title = '存款专享'`)
    const plain = [await sent(null), await sent(inside), await sent(outside)]
    await run(owner, sql`update activity set segment_id = ${depositors} where title = '存款专享'`)
    expect(targeted.map((each, at) => each - plain[at]!)).toEqual([0, 1, 1])
  })

  test('that pay reach another segment or everybody by a second person only, fewer by one', async () => {
    const [own] = (await writer.call('POST /api/console/activities/list')).data.data.filter(
      each => each.title === '存款专享',
    )
    const save = async (segment_id: number) => {
      const shown = (await writer.call('POST /api/console/activities/show', { id: own!.id })).data
      const { id, seen, type_id, title, banner, content, memo, rank, starts_at, ends_at } = shown
      const kept = { id, seen, type_id, title, banner, content, memo, rank, starts_at, ends_at }
      const advert = { picture_age: 1, picture_minors: 1, reason: '测试' }
      return ask('POST /api/console/activities/save', { ...kept, enabled: 1, segment_id, advert })
    }
    const others = await segment('另一群')
    expect((await save(others)).data.waits).toBe(true)
    const opening = (await writer.call('POST /api/console/activities/show', { id: own!.id })).data
      .opening!
    expect((await finance.call('POST /api/console/rules/approve', { id: opening.id })).code).toBe(
      200,
    )
    const now = (await writer.call('POST /api/console/activities/show', { id: own!.id })).data
    expect(now).toMatchObject({ segment_id: others, segment: '另一群' })
    expect((await save(0)).data.waits).toBe(true)
    expect((await listOf(null)).total).toBe(1)
  })
})

test('whatever may name a segment is counted among its uses, but for letters that were sent', async () => {
  const naming = await rows(
    owner,
    sql<{ name: string }>`
    select distinct c.conrelid::regclass::text as name from pg_constraint c
    where c.contype = 'f' and c.confrelid = 'segment'::regclass order by name`,
  )
  const counted = await rows(
    owner,
    sql<{ name: string }>`
    select distinct d.refobjid::regclass::text as name from pg_depend d join pg_rewrite r on r.oid = d.objid
    where r.ev_class = 'segment_use'::regclass and d.refclassid = 'pg_class'::regclass
      and d.refobjid <> 'segment_use'::regclass order by name`,
  )
  const names = (found: { name: string }[]) => found.map(({ name }) => name)
  expect(names(counted)).toEqual(
    [
      ...names(naming).filter(name => name !== 'sending'),
      // Both name it inside of what they keep.
      'letter_plan',
      'site_setting',
    ].toSorted(),
  )
})
