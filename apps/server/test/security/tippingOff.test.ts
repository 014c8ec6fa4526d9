// Nobody who is suspected learns of it: no call of a member answers anything else, nothing is sent,
// and support sees no case.
import { calls } from '@tianping/contract'
import { consoleCalls } from '@tianping/contract/console'
import { hitState } from '@tianping/contract/screening/facts'
import { row, rows, run, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { gatherAlerts } from '../../src/areas/cases/gather.ts'
import { raiseFlags } from '../../src/areas/risk/flags.ts'
import { bankCard, bind, give, openCashier } from '../cashier/support.ts'
import { past } from '../cases/support.ts'
import { consoleCall, desk } from '../console/support.ts'
import { activate, hitsOf, listFile, rename, screen } from '../screening/support.ts'

const { site, clock, owner } = await openCashier()
const { deposit } = past(owner, clock)
const [rita, alice, bob, sue] = [
  await desk(site, 'risk', 'rita'),
  await desk(site, 'admin', 'alice'),
  await desk(site, 'admin', 'bob'),
  await desk(site, 'support', 'sue'),
]
const NAME = '陈国栋'

/** What members read, with what it asks for; every other call is asked with nothing. */
const bodies: Record<string, object> = {
  'POST /api/getcard': { type: 1 },
  'POST /api/betrecord': { page: 1 },
  'POST /api/gettransrecord': { page: 1, type: 0 },
  'POST /api/getpaybank': { paytype: 'bank' },
  'POST /api/noticeList': { page: 1 },
}
/** These end the session, move all money, or make a code: asked at last or elsewhere. */
const CHANGING =
  /logoff|uploadimg|transall|sessions\/end|getAgentLoginUrl|begin|recovery|passkeys\/ask/

async function answers(token: string) {
  const asked = Object.entries(calls).filter(
    ([name, { by }]) => by === 'member' && !CHANGING.test(name),
  )
  expect(asked.length).toBeGreaterThan(35)
  // One after the other: tries of the password share a limit, which is empty at the start.
  await run(owner, sql`truncate throttle`)
  const all: unknown[] = []
  for (const [name] of asked) {
    const [method, url] = name.replace(':code', 'alpha').split(' ') as ['GET' | 'POST', string]
    const answer = await site.app.inject({
      method,
      url,
      ...(method === 'GET' ? {} : { payload: bodies[name] ?? {} }),
      headers: { authorization: `Bearer ${token}` },
    })
    all.push([name, answer.statusCode, answer.json()])
  }
  return all
}
async function suspect() {
  const member = await site.member()
  await rename(owner, member.memberId, NAME, '1954-10-07')
  await give(site, member.memberId, 100_000_00n)
  const bank = await bind(site, member.token, { ...bankCard(), bank_owner: NAME })
  return { ...member, bank }
}
const withdraw = ({ token, bank }: Awaited<ReturnType<typeof suspect>>) =>
  site.call<{ out_trade_no: string }>(
    'POST /api/withdraw',
    { amount: 1_000, bank, password: '888888' },
    { token },
  )

test('alert, match, case, restriction and report change no answer of any call of the member', async () => {
  const member = await suspect()
  for (const hours of [2, 5, 9]) await deposit(member.memberId, 47_000_00n, hours)
  const mails = () => rows(owner, sql`select * from message where member_id = ${member.memberId}`)
  // The first look marks what is new as read.
  await answers(member.token)
  const [before, sent] = [await answers(member.token), await mails()]
  const same = async (why: string) => expect(await answers(member.token), why).toEqual(before)

  await activate(site, rita, alice, {
    list: 'ofac',
    format: 'ofac_xml',
    content: listFile('ofac.xml'),
  })
  await raiseFlags(site.services.db, clock.now())
  await gatherAlerts(site.services)
  const [hit] = await hitsOf(owner, member.memberId)
  expect(hit).toMatchObject({ state: hitState.open })
  const found = await row(
    owner,
    sql<{
      caseId: bigint
    }>`select case_id from aml_case_member where member_id = ${member.memberId} and open and holds`,
  )
  const case_id = Number(found?.caseId)
  expect(case_id, 'a case that holds payouts').toBeGreaterThan(0)
  await same('an alert, a match and a case')
  await rita.call('POST /api/console/screening/claim', { hit_id: Number(hit?.hitId) })
  await alice.call('POST /api/console/screening/confirm', {
    hit_id: Number(hit?.hitId),
    remark: '本人',
  })
  await rita.call('POST /api/console/aml/note/add', { case_id, content: '资金来源不明' })
  await same('a confirmed match')
  const draft = {
    subject_identity: 'x',
    suspicion: 'x',
    source_of_funds: 'x',
    action_taken: 'x',
    reporter: 'x',
  }
  await rita.call('POST /api/console/aml/draft/save', { case_id, draft })
  await rita.call('POST /api/console/aml/propose', { case_id, decision: 'report', remark: '报送' })
  expect((await bob.call('POST /api/console/aml/approve', { case_id, remark: '同意' })).code).toBe(
    200,
  )
  await same('a report')
  expect(await mails(), 'nothing was sent').toEqual(sent)
})

test('no screen of the member is told to look again when staff decide', async () => {
  const { memberId } = await site.member()
  await rename(owner, memberId, NAME, '1954-10-07')
  for (const hours of [2, 5, 9]) await deposit(memberId, 47_000_00n, hours)
  await screen(site)
  await raiseFlags(site.services.db, clock.now())
  await gatherAlerts(site.services)
  const heard: string[] = []
  const stop = site.services.bus.subscribe(({ keys }) => heard.push(...keys))
  const hit_id = Number((await hitsOf(owner, memberId))[0]?.hitId)
  const found = await row(
    owner,
    sql<{
      caseId: bigint
    }>`select case_id from aml_case_member where member_id = ${memberId} and open`,
  )
  const case_id = Number(found?.caseId)
  const remark = '核对'
  const done = [
    await rita.call('POST /api/console/screening/claim', { hit_id }),
    await rita.call('POST /api/console/screening/confirm', { hit_id, remark }),
    await bob.call('POST /api/console/screening/release', { hit_id, remark }),
    await rita.call('POST /api/console/aml/propose', { case_id, decision: 'restrict', remark }),
    await bob.call('POST /api/console/aml/approve', { case_id, remark }),
  ]
  expect(done.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200])
  stop()
  expect(heard.filter(key => key === memberId.toString())).toEqual([])
})

test('a payout that is kept looks to its member like one that waits for its review', async () => {
  const [held, free] = [await suspect(), await suspect()]
  await deposit(held.memberId, 1n, 1)
  await rita.call('POST /api/console/aml/open', {
    member_id: Number(held.memberId),
    remark: '来函',
  })
  await run(owner, sql`update aml_case_member set holds = true where member_id = ${held.memberId}`)
  const [one, other] = [await withdraw(held), await withdraw(free)]
  expect({ ...one, data: null }).toEqual({ ...other, data: null })
  expect(Object.keys(one.data)).toEqual(Object.keys(other.data))
  const { data: approved } = await alice.call('POST /api/console/withdrawals/show', {
    out_trade_no: one.data.out_trade_no,
  })
  expect(approved.holds.map(each => each.text)).toContain('合规复核中')
  const shown = async (who: typeof held) =>
    JSON.stringify(
      (await site.call('POST /api/gettransrecord', { page: 1, type: 2 }, { token: who.token }))
        .data,
    ).replaceAll(/W\d+[\w-]*/g, 'W')
  expect(await shown(held)).toBe(await shown(free))
})

test('support reads no case, no match and no word of one beside an order', async () => {
  for (const name of Object.keys(consoleCalls).filter(each =>
    /\/console\/(aml|screening)\//.test(each),
  ))
    expect([name, (await consoleCall(site, name, {}, { cookie: sue.cookie })).json()]).toEqual([
      name,
      { code: 403, message: '无权限执行该操作', data: null },
    ])
  const order = await row(
    owner,
    sql<{
      no: string
    }>`select withdrawal_no as no from withdrawal_order join aml_case_member using (member_id) where holds limit 1`,
  )
  const seen = JSON.stringify(
    await sue.call('POST /api/console/withdrawals/show', { out_trade_no: order?.no ?? '' }),
  )
  expect(seen).toContain('合规复核中')
  expect(seen).not.toMatch(/案件|名单|洗钱|可疑|screening|aml|制裁/)
})
