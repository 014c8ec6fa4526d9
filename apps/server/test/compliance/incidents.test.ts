import { rows, run, sql } from '@tianping/database'
import { describe, expect, test } from 'vitest'
import { incidentKinds, type IncidentKind } from '@tianping/contract/compliance/facts'
import { verifyContact } from '../../src/areas/delivery/delivery.ts'
import { runCompliance } from '../../src/areas/compliance/compliance.ts'
import { desk } from '../console/support.ts'
import { alertsOf, openCompliance, openIncident, shown, told } from './support.ts'

const { site, clock, owner, at } = await openCompliance()
const HOUR_MS = 3_600_000
/** Sessions of staff end while the clock goes on. */
const officer = () => desk(site, 'risk')
const look = async () => {
  await runCompliance(site.services)
  await site.services.events.settled()
}
const alarms = async () =>
  (await (await officer()).call('POST /api/console/counts')).data.compliance_alarms

describe('deadlines', () => {
  test('a breach of data is due in 72 hours, alarms at 48, and members hear at once of a high risk', async () => {
    const foundAt = at(0)
    const id = await openIncident(await officer(), { kind: 'data_breach', found_at: foundAt })
    const subject = `incident:${id}`
    const before = await alarms()
    const { duties } = await shown(await officer(), id)
    expect(duties).toMatchObject([
      { duty: 'authority', due_at: '2026-11-23 12:00:00', near: false },
    ])
    clock.advance(48 * HOUR_MS - 60_000)
    await look()
    expect(await alertsOf(owner, 'duty_near', subject)).toBe(0)
    clock.advance(60_000)
    await look()
    await look()
    expect(await alertsOf(owner, 'duty_near', subject)).toBe(1)
    expect(await alarms()).toBe(before + 1)
    // A high risk that shows later adds a duty; it moves no deadline and cannot be taken back.
    const save = { ...told, incident_id: id, high_risk: true }
    await (await officer()).call('POST /api/console/incidents/save', save)
    await (await officer()).call('POST /api/console/incidents/save', { ...save, high_risk: false })
    expect(await shown(await officer(), id)).toMatchObject({
      high_risk: true,
      duties: [
        { duty: 'members', due_at: foundAt, overdue: true },
        { duty: 'authority', due_at: '2026-11-23 12:00:00', near: true, overdue: false },
      ],
    })
    clock.advance(24 * HOUR_MS)
    await look()
    expect(await alertsOf(owner, 'duty_late', subject)).toBe(2)
    const by = await officer()
    const ended = { incident_id: id, remark: '已处理完毕' }
    expect((await by.call('POST /api/console/incidents/end', ended)).message).toBe(
      '还有未完成的报告或通知义务，请先登记',
    )
    for (const duty of ['authority', 'members'] as const)
      await by.call('POST /api/console/incidents/duty/set', {
        incident_id: id,
        duty,
        reference: `监管回执 ${duty}`,
      })
    expect(await alarms()).toBe(before)
    expect((await by.call('POST /api/console/incidents/end', ended)).message).toBe('已结束')
    expect((await shown(by, id)).state).toBe('closed')
  })

  test('an outage of more than 12 hours and wrong payouts are due after five working days', async () => {
    clock.advance(Date.parse('2026-12-18T04:00:00Z') - clock.now().getTime())
    const by = await officer()
    const long = { kind: 'outage', found_at: at(-1), began_at: at(-13), ended_at: at(0) } as const
    const short = { ...long, began_at: at(-12) } as const
    // From a Friday on: the weekend does not count.
    const due = [{ duty: 'authority', due_at: '2026-12-26 00:00:00' }]
    expect((await shown(by, await openIncident(by, long))).duties).toMatchObject(due)
    expect((await shown(by, await openIncident(by, short))).duties).toEqual([])
    const paid = await openIncident(by, { kind: 'mispay', found_at: at(0) })
    expect((await shown(by, paid)).duties).toMatchObject(due)
  })

  test('a suicide, a new dispute body and another protection of money exist and call the officer', async () => {
    const kinds = ['suicide', 'dispute_body_change', 'funds_protection_change'] as const
    const { name, memberId } = await site.member()
    for (const kind of kinds) {
      const member = kind === 'suicide' ? name : ''
      const id = await openIncident(await officer(), { kind, found_at: at(0), member })
      const found = await shown(await officer(), id)
      expect(found.duties.map(({ duty }) => duty)).toContain('authority')
      if (member) expect(found.member_id).toBe(Number(memberId))
      clock.advance(10 * 24 * HOUR_MS)
      await look()
      expect(await alertsOf(owner, 'duty_late', `incident:${id}`)).toBeGreaterThan(0)
    }
    expect(Object.keys(incidentKinds)).toEqual(expect.arrayContaining([...kinds]))
  })

  test('what makes no sense is refused, and an auditor reads and changes nothing', async () => {
    const by = await officer()
    const whole = { ...told, kind: 'outage', found_at: at(0), began_at: '', member: '' } as const
    const say = async (change: object) =>
      (await by.call('POST /api/console/incidents/open', { ...whole, ...change })).message
    expect(await say({ title: '' })).toBe('请填写标题')
    expect(await say({ found_at: '' })).toBe('请填写发现时间')
    expect(await say({ began_at: at(1) })).toBe(
      '发现时间不能早于开始时间，结束时间不能早于开始时间',
    )
    expect(await say({ found_at: at(1) })).toBe('时间不能晚于现在')
    expect(await say({ kind: 'court_order' })).toBe('请填写该请求涉及的会员')
    expect(await say({ member: 'nobody-at-all' })).toBe('会员不存在')
    const auditor = await desk(site, 'auditor')
    expect((await auditor.call('POST /api/console/incidents/list', {})).code).toBe(200)
    expect((await auditor.call('POST /api/console/incidents/open', whole)).code).toBe(403)
  })
})

const PAPER = Buffer.from('court order no. 1')
async function addPaper(by: Awaited<ReturnType<typeof officer>>, incident_id: number) {
  const begun = await by.call('POST /api/console/incidents/file/begin', {
    incident_id,
    name: '../法院命令.pdf',
    bytes: PAPER.length,
  })
  const { file_id } = begun.data
  const piece = { file_id, no: 0, content: PAPER.toString('base64') }
  expect((await by.call('POST /api/console/incidents/file/add', piece)).code).toBe(200)
  return file_id
}

describe('requests of others', () => {
  test.each(['court_order', 'third_party_request'] as IncidentKind[])(
    'a %s needs its paper and a second person, and all of it is in the record',
    async kind => {
      const { name, memberId } = await site.member()
      const [by, other, admin] = [await officer(), await officer(), await desk(site, 'admin')]
      const incident_id = await openIncident(by, { kind, found_at: at(0), member: name })
      const propose = (who: typeof by) =>
        who.call('POST /api/console/incidents/propose', {
          incident_id,
          answer: 'exclude',
          remark: '命令真实有效',
        })
      const approve = (who: typeof by) =>
        who.call('POST /api/console/incidents/approve', { incident_id, remark: '核对无误' })
      expect((await propose(by)).message).toBe('请先上传请求或命令的文件')
      const end = { incident_id, remark: '不处理' }
      expect((await by.call('POST /api/console/incidents/end', end)).message).toBe(
        '第三方请求与法院命令须提出处理意见并由另一位同事批准',
      )
      const file_id = await addPaper(by, incident_id)
      expect((await approve(admin)).message).toBe('没有等待批准的处理意见')
      expect((await propose(admin)).code).toBe(200)
      expect((await approve(admin)).message).toBe('不能批准自己提出的处理意见')
      expect((await approve(other)).code).toBe(403)
      const back = { incident_id, remark: '改由同事提出' }
      expect((await other.call('POST /api/console/incidents/return', back)).message).toBe(
        '处理意见正在等待另一位同事批准',
      )
      await admin.call('POST /api/console/incidents/return', back)
      expect((await propose(by)).code).toBe(200)
      expect((await approve(admin)).message).toBe('已批准并结束')
      const found = await shown(by, incident_id)
      expect(found).toMatchObject({ state: 'closed', answer: 'exclude', decided_by: admin.name })
      expect(found.notes.map(each => each.kind).toReversed()).toEqual([
        'opened',
        'file',
        'proposed',
        'returned',
        'proposed',
        'closed',
      ])
      const stopped = await rows(
        owner,
        sql`select kind, set_by from member_block where member_id = ${memberId}`,
      )
      expect(stopped).toEqual([{ kind: 'staff', setBy: admin.name }])
      expect(found.files).toMatchObject([{ file_id, name: expect.not.stringContaining('/') }])
      const read = await by.call('POST /api/console/incidents/file/show', { file_id, no: 0 })
      expect(Buffer.from(read.data.content, 'base64')).toEqual(PAPER)
      const logged = await rows(
        owner,
        sql<{ action: string }>`
        select action from audit_log where subject = ${`incident:${incident_id}`} and action not like '%view' order by audit_id`,
      )
      expect(logged.map(({ action }) => action)).toEqual([
        'incident.open',
        'incident.file',
        'incident.propose',
        'incident.return',
        'incident.propose',
        'incident.approve',
      ])
    },
  )

  test('a stop that an order asks for counts for every account of the person, and for no other', async () => {
    const [named, other, stranger] = [await site.member(), await site.member(), await site.member()]
    for (const { memberId } of [named, other])
      await verifyContact(owner, site.services.outward.keys, {
        memberId,
        channel: 'mail',
        contact: 'ordered@example.cn',
        at: clock.now(),
      })
    const [by, admin] = [await officer(), await desk(site, 'admin')]
    const incident_id = await openIncident(by, {
      kind: 'court_order',
      found_at: at(0),
      member: named.name,
    })
    await addPaper(by, incident_id)
    const remark = '命令真实有效'
    await by.call('POST /api/console/incidents/propose', { incident_id, answer: 'exclude', remark })
    const approved = await admin.call('POST /api/console/incidents/approve', {
      incident_id,
      remark,
    })
    expect(approved.message).toBe('已批准并结束')
    const blocksOf = ({ memberId }: { memberId: bigint }) =>
      rows(owner, sql`select kind from member_block where member_id = ${memberId}`)
    expect(await blocksOf(named)).toEqual([{ kind: 'staff' }])
    expect(await blocksOf(other)).toEqual([{ kind: 'linked' }])
    expect(await blocksOf(stranger)).toEqual([])
  })

  test('the database refuses what one person would do alone', async () => {
    const { name } = await site.member()
    const by = await officer()
    const id = await openIncident(by, { kind: 'court_order', found_at: at(0), member: name })
    const alone = run(
      owner,
      sql`
      update incident set state = 'closed', answer = 'refuse', proposed_by = 'one', decided_by = 'one', closed_at = ${clock.now()}
      where incident_id = ${id}`,
    )
    await expect(alone).rejects.toThrow('incident_check')
  })
})
