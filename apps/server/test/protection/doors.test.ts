// Every call of members and visitors is a door or is not one; each door asks the guard.
import { calls, type CallName } from '@tianping/contract'
import { run, sql, transaction } from '@tianping/database'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { seedCashier } from '../../src/areas/cashier/demo.ts'
import { blockMember } from '../../src/areas/responsible/responsible.ts'
import { bankTransfer } from '../cashier/support.ts'
import { openTestSite } from '../support/site.ts'
import { addVenues, fund, openTestVenue } from '../support/venue.ts'
import { untilSomeoneWaits } from '../support/locks.ts'

/**
 * `own`: the member's own account, money and protection, which stay open; `look`: shows and moves
 * nothing; `tested elsewhere`: the guard is asked after rules that a test of its own has to meet.
 */
type Door = { payload: object } | 'own' | 'look' | 'elsewhere'

const doors: Record<CallName, Door> = {
  'POST /api/getGameUrl': {
    payload: { plat_name: 'FG', game_type: 0, game_code: 'fortune3', is_mobile_url: 1 },
  },
  'POST /api/game/practice': { payload: { plat_name: 'FG', game_code: 'fortune3' } },
  'POST /api/transfer': {
    payload: { sourcetype: 'userbalance', targettype: 'FG', amount: '10' },
  },
  'POST /api/money/bring': { payload: { plat_name: 'FG', amount: '10' } },
  'POST /api/money/before': { payload: { plat_name: 'FG', game_code: 'fortune3' } },
  'POST /api/recharge': { payload: { ...bankTransfer, amount: '100' } },
  'POST /api/dofanshui': { payload: {} },
  'POST /api/doactivityapply': { payload: { activityid: 1 } },
  'POST /api/tournamentEnter': { payload: { id: 1 } },
  'POST /api/applyagentdo': { payload: { mobile: '13812345678', apply_info: '想成为合营伙伴' } },
  // apps/server/test/agent/channels.test.ts: being an agent comes first.
  'POST /api/agent/channel/add': 'elsewhere',
  // apps/server/test/cashier/deposit.test.ts: a payment of another amount comes first.
  'POST /api/deposit/wish': 'elsewhere',
  // apps/server/test/redpacket/redpacket.test.ts: an open claim comes first.
  'POST /api/douserredpacket': 'elsewhere',
  // apps/server/test/promotions/codes.test.ts: a code comes first.
  'POST /api/codeRedeem': 'elsewhere',
  // apps/server/test/promotions/missions.test.ts: a mission that was reached comes first.
  'POST /api/missionClaim': 'elsewhere',
  // apps/server/test/promotions/packetWindows.test.ts: an open window comes first.
  'POST /api/packetWindowClaim': 'elsewhere',
  // apps/server/test/protection/blocks.test.ts: no session, but a device or a person.
  'POST /api/register': 'elsewhere',
  ...of('own', [
    'POST /api/login',
    'POST /api/login/second',
    'POST /api/login/passkey/begin',
    'POST /api/login/passkey/finish',
    'POST /api/logoff',
    'POST /api/editPassword',
    'POST /api/editPayPassword',
    'POST /api/updateuserinfo',
    'POST /api/uploadimg',
    'POST /api/uptransferstatus',
    'POST /api/noticeread',
    'POST /api/bindcard',
    'POST /api/delcard',
    'POST /api/deposit/paid',
    'POST /api/withdraw',
    'POST /api/transall',
    'POST /api/money/left',
    'POST /api/wageringaudit/giveup',
    'POST /api/contacts/code',
    'POST /api/contacts/verify',
    'POST /api/notices/choose',
    'POST /api/notices/subscribe',
    'POST /api/notices/unsubscribe',
    'POST /api/recover',
    'POST /api/recover/code',
    'POST /api/safety/passkeys/ask',
    'POST /api/safety/passkeys/begin',
    'POST /api/safety/passkeys/finish',
    'POST /api/safety/passkeys/remove',
    'POST /api/safety/recovery',
    'POST /api/safety/sessions/end',
    'POST /api/safety/totp/begin',
    'POST /api/safety/totp/confirm',
    'POST /api/safety/totp/remove',
    'POST /api/protection/limit',
    'POST /api/protection/limit/confirm',
    'POST /api/protection/reality',
    'POST /api/protection/timeout',
    'POST /api/protection/exclude',
    'POST /api/protection/return',
    'POST /api/protection/earlier',
    'POST /api/protection/prompt',
    'POST /api/protection/reviewed',
    'POST /api/protection/funds',
    'POST /api/protection/papers',
    'POST /api/verification/remove',
    'POST /api/verification/submit',
    'POST /api/verification/upload',
    'POST /api/depositreceipt/upload',
    'POST /api/closing/ask',
    'POST /api/complaints/new',
    'POST /api/complaints/reply',
    'POST /api/complaints/withdraw',
    'POST /api/tickets/new',
    'POST /api/tickets/reply',
    'POST /api/tickets/picture',
    'POST /api/tickets/solve',
    'POST /api/tickets/rate',
    'POST /api/tickets/complain',
    'POST /api/consents/give',
    'POST /api/consents/withdraw',
    'POST /api/consents/offer',
    'POST /api/consents/offers/stop',
    'POST /api/dataRights/export',
    'POST /api/dataRights/download',
    'POST /api/dataRights/ask',
    'POST /api/care/card/close',
    'POST /api/agent/login',
    'POST /api/game/favourite',
    'POST /api/onboarding/show',
    'POST /api/agent/logoff',
  ]),
  ...of('look', [
    'POST /api/depositoptions',
    'POST /api/depositreceipt',
    'POST /api/money/where',
    'POST /api/care/card',
    'POST /api/user',
    'POST /api/refreshusermoney',
    'POST /api/balance',
    'GET /api/getAgentLoginUrl',
    'GET /api/getVisitUrl',
    'POST /api/app',
    'POST /api/bannerList',
    'POST /api/homenotice',
    'POST /api/getservicerurl',
    'POST /api/article',
    'POST /api/status',
    'POST /api/noticeList',
    'GET /api/game/list',
    'POST /api/gamelistBycode',
    // apps/server/test/venues/lobby.test.ts: members on a break find nothing.
    'GET /api/game/picks',
    'GET /api/jackpots',
    'GET /api/game/matches',
    'POST /api/game/mine',
    'POST /api/search',
    'POST /api/onboarding',
    'POST /api/uservip',
    'POST /api/vipprogress',
    'POST /api/wageringaudit',
    'POST /api/freeRounds',
    'POST /api/welfareOffers',
    'POST /api/packetWindows',
    'POST /api/tournaments',
    'POST /api/tournament',
    'GET /api/userredpacket',
    'POST /api/redpacketproof',
    'POST /api/redpacket',
    'POST /api/activitytype',
    'POST /api/activitylist',
    'POST /api/activitydeatil',
    'POST /api/activityApplyLog',
    'POST /api/getfanshui',
    'POST /api/balancelist',
    'POST /api/userapimoney/:code',
    'POST /api/getcard',
    'POST /api/banklist',
    'POST /api/getBetAmount',
    'GET /api/get_pay_way',
    'POST /api/getPayRange',
    'POST /api/getpaybank',
    'POST /api/outcome',
    'POST /api/payinfo',
    'POST /api/betrecord',
    'POST /api/gettransrecord',
    'POST /api/contacts',
    'POST /api/notices/show',
    'POST /api/recover/channels',
    'POST /api/safety/show',
    'POST /api/protection/show',
    'POST /api/protection/due',
    'POST /api/verification',
    'POST /api/closing',
    'POST /api/complaints',
    'POST /api/complaints/show',
    'POST /api/tickets',
    'POST /api/tickets/show',
    'POST /api/tickets/attachable',
    'POST /api/consents/current',
    'POST /api/consents/show',
    'POST /api/dataRights',
    'POST /api/protection/statement',
    'POST /api/protection/sessions',
    'POST /api/channel/visit',
    'POST /api/agent/channels',
    'POST /api/agent/days',
    'POST /api/agent/summary',
    'POST /api/agent/team',
    'POST /api/agent/invite',
    'POST /api/agent/statements',
    'POST /api/agent/statement',
  ]),
}

function of<D extends 'own' | 'look', const N extends CallName>(door: D, names: N[]) {
  return Object.fromEntries(names.map(name => [name, door])) as Record<N, D>
}

const database = await freshDatabase('server')
const owner = database.open()
await addVenues(owner)
await seedCashier(owner, new Date())
await run(
  owner,
  sql`insert into game (venue_id, game_code, name, image) select venue_id, 'fortune3', 'fortune3', '/art/tile-slots.webp' from venue where platname = 'FG'`,
)
const venue = await openTestVenue()
const site = await openTestSite(database.url, { venueUrl: venue.url })

async function member() {
  const made = await site.member()
  await fund(owner, made.memberId, 1_000_00n)
  return made
}
const open = Object.entries(doors).flatMap(([name, door]) =>
  typeof door === 'string' ? [] : [[name, door.payload] as const],
)

test('every call of the contract is named once', () => {
  expect(Object.keys(doors).toSorted()).toEqual(Object.keys(calls).toSorted())
})

test.each(open)(
  '%s is closed to a member on a break, to one excluded and one paused by staff',
  async (name, payload) => {
    for (const kind of ['timeout', 'exclusion', 'staff'] as const) {
      const { token, memberId } = await member()
      const now = new Date()
      await transaction(owner, tx =>
        blockMember(site.services, tx, {
          memberId,
          kind,
          term: '6m',
          until: new Date(now.getTime() + 86_400_000),
          reason: '',
          setBy: '',
          setAt: now,
        }),
      )
      const answer = await site.call(name, payload, { token })
      expect(answer.message, kind).toMatch(/^您的账户已暂停使用/)
    }
  },
)

test('while offers have stopped the doors of benefits are closed, and no others', async () => {
  const { token, memberId } = await member()
  await run(
    owner,
    sql`insert into harm_stop (member_id, since) values (${memberId}, ${new Date()})`,
  )
  const refused: string[] = []
  for (const [name, payload] of open) {
    const { message } = await site.call(name, payload, { token })
    if (message === '目前不能领取或申请优惠，如有疑问请联系客服') refused.push(name)
  }
  expect(refused).toEqual([
    'POST /api/dofanshui',
    'POST /api/doactivityapply',
    'POST /api/tournamentEnter',
    'POST /api/applyagentdo',
  ])
})

test.each(['POST /api/getGameUrl', 'POST /api/transfer'] as const)(
  '%s asks for a birthday that proves the age',
  async name => {
    const payload = Object.fromEntries(open)[name] ?? {}
    const { token } = await site.member({ birthday: '' })
    expect((await site.call(name, payload, { token })).message).toBe('请先在个人资料中填写生日')
  },
)

test('a transfer that waits for an exclusion under way is refused', async () => {
  const { token, memberId } = await member()
  const move = (amount: string) =>
    site.call(
      'POST /api/transfer',
      { sourcetype: 'userbalance', targettype: 'FG', amount },
      { token },
    )
  const { waiting } = await transaction(owner, async tx => {
    await run(tx, sql`select ledger.lock_member(${memberId})`)
    const waiting = move('10')
    await untilSomeoneWaits(owner)
    const setAt = new Date()
    await blockMember(site.services, tx, {
      memberId,
      kind: 'staff',
      term: 'days:1',
      until: new Date(setAt.getTime() + 86_400_000),
      reason: '',
      setBy: 'test',
      setAt,
    })
    return { waiting }
  })
  expect((await waiting).message).toContain('您的账户已暂停使用至')
})

test('an exclusion ends the games that are open and brings the money home before it answers', async () => {
  const { token } = await member()
  await site.call(
    'POST /api/transfer',
    { sourcetype: 'userbalance', targettype: 'FG', amount: '300' },
    { token },
  )
  const launched = await site.call<{ url: string }>(
    'POST /api/getGameUrl',
    Object.fromEntries(open)['POST /api/getGameUrl'] ?? {},
    { token },
  )
  const entered = await fetch(`${venue.url}/api/session`, {
    method: 'POST',
    body: JSON.stringify({ token: new URL(launched.data.url).hash.slice(3) }),
  })
  const { data } = (await entered.json()) as { data: { token: string } }
  const done = await site.call(
    'POST /api/protection/exclude',
    { term: 'forever', word: '我要排除', password: 'secret1' },
    { token },
  )
  expect(done.code, done.message).toBe(200)
  const state = await fetch(`${venue.url}/api/state`, {
    headers: { authorization: `Bearer ${data.token}` },
  })
  expect(((await state.json()) as { code: number }).code).not.toBe(0)
  const { data: money } = await site.call<{ balance: number }>('POST /api/balance', {}, { token })
  expect(money.balance).toBe(1000)
})
