// Every throttle of members and visitors at its number, by the call that asks it.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { openMailServer } from '../support/outside.ts'
import { openPushService } from '../support/pushService.ts'
import { sendFile } from '../support/sendFile.ts'
import { bankTransfer, order } from '../cashier/support.ts'
import { examineThrottles, type Throttled } from './throttled.ts'
import { openWorld } from './world.ts'

const IDENTITY = {
  IDENTITY_URL: 'http://127.0.0.1:9/checks',
  IDENTITY_KEY_ID: 'tianping',
  IDENTITY_SECRET: 'a-secret-of-sixteen-letters',
}
const mail = await openMailServer()
const push = await openPushService(() => new Date())
const { site, owner, clock, rich, anotherCard } = await openWorld({
  ...mail.env,
  ...push.env,
  ...IDENTITY,
})
const { token, name, bank } = await rich()
const profile = { email: 'someone@example.cn', mobile: '13800138000', birthday: '1990-02-28' }
await site.call('POST /api/updateuserinfo', profile, { token })
const transfer = { ...bankTransfer, amount: '500' }
const depositNo = await order(site, token, 500, bankTransfer)
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const ADDRESS = '198.51.100.7'
const TICKET = 'a'.repeat(64)
const GIFT = { code: 'ABCD2345' }
const SPAN = { from: '2026-11-01', to: '2026-11-20' }

/** What a member asks, and what a visitor asks from one address. */
const mine =
  (call: string, body: object = {}) =>
  () =>
    site.call(call, body, { token })
const anyone =
  (call: string, body: object = {}, headers = {}) =>
  () =>
    site.call(call, body, { headers: { 'x-forwarded-for': ADDRESS, ...headers } })
const file =
  (path: string, fields: Record<string, string> = {}) =>
  () =>
    sendFile(site, path, { token, fields, bytes: PNG })
const per = (minutes: number) => (bucket: string, attempts: number, ask: Throttled['ask']) => ({
  bucket,
  attempts,
  minutes,
  ask,
})
const [tenMinutes, hour, day] = [per(10), per(60), per(1_440)]

const loggingIn = anyone('POST /api/login', { name, password: 'wrong-1', code: 'abcd' })
const askingCode = anyone('POST /api/recover/code', { name, channel: 'mail' })
/** A browser that the member came in with counts by itself. */
const cookie = `tianping_device=${'5a'.repeat(16)}`
const rightLogIn = { name, password: 'secret1', code: 'abcd' }
expect(await site.call('POST /api/login', rightLogIn, { headers: { cookie } })).toMatchObject({
  code: 200,
})
const submitted = {
  paper: 'id_card',
  name: '张三',
  number: '11010519491231002X',
  birthday: '1949-12-31',
  expires: '2036-01-01',
  address: '上海市',
  consents: [],
}
const joining = {
  name: 'throttled',
  password: 'secret1',
  confirmPass: 'secret1',
  realname: '张三',
  paypassword: '888888',
  code: 'abcd',
  pid: '',
  birthday: '1990-01-01',
}

examineThrottles(
  {
    'pictures of oneself': hour('uploadimg:', 20, file('/api/uploadimg')),
    'codes of gifts, by member': hour('code:member:', 10, mine('POST /api/codeRedeem', GIFT)),
    'codes of gifts, by network': hour(`code:${ADDRESS}`, 100, () =>
      site.call('POST /api/codeRedeem', GIFT, { token, headers: { 'x-forwarded-for': ADDRESS } }),
    ),
    'requests about data': day(
      'data-request:',
      20,
      mine('POST /api/dataRights/ask', { kind: 'explain', content: '全部', password: 'wrong-1' }),
    ),
    documents: hour('verification:', 40, file('/api/verification/upload', { kind: 'id_front' })),
    'what is handed in': hour(
      'verification submit:',
      20,
      mine('POST /api/verification/submit', submitted),
    ),
    'decisions without a signature': tenMinutes(
      'identity:',
      100,
      anyone('POST /api/verification/decisions'),
    ),
    'applying as an agent': day(
      'applyagent:',
      10,
      mine('POST /api/applyagentdo', { mobile: '13800138000', apply_info: '有社群资源' }),
    ),
    'log-ins of agents by link': tenMinutes(
      'agentlogin:',
      60,
      anyone('POST /api/agent/login', { ticket: TICKET }),
    ),
    'visits by a channel': tenMinutes(
      'channelvisit:',
      60,
      anyone('POST /api/channel/visit', { code: '' }),
    ),
    'recovery codes, by network': hour('recover:codes:from:', 20, askingCode),
    'recovery codes, by name and network': hour('recover:codes:here:', 3, askingCode),
    'recovery codes, by name': hour('recover:codes:name:', 10, askingCode),
    'tries of a recovery code, by network': hour(
      'recover:tries:from:',
      60,
      anyone('POST /api/recover', { name, code: '000000', password: 'my-own-7' }),
    ),
    'recovery codes, by device': hour(
      'recover:codes:device:',
      3,
      anyone('POST /api/recover/code', { name, channel: 'mail' }, { cookie }),
    ),
    'tries of a recovery code, by device': hour(
      'recover:tries:device:',
      15,
      anyone('POST /api/recover', { name, code: '000000', password: 'my-own-7' }, { cookie }),
    ),
    'log-ins, by device': tenMinutes(
      'login:device:',
      10,
      anyone('POST /api/login', { name, password: 'wrong-1', code: 'abcd' }, { cookie }),
    ),
    'second steps, by network': tenMinutes(
      'login:address:',
      60,
      anyone('POST /api/login/second', { ticket: TICKET, kind: 'totp', code: '000000' }),
    ),
    'log-ins, by network': tenMinutes('login:address:', 60, loggingIn),
    'log-ins, by name and network': tenMinutes('login:from:', 10, loggingIn),
    'log-ins, by name': hour('login:name:', 100, loggingIn),
    registrations: hour('register:', 30, anyone('POST /api/register', joining)),
    'codes for a contact': hour(
      'contact:',
      5,
      mine('POST /api/contacts/code', { channel: 'mail' }),
    ),
    'passwords, to prove a contact': hour(
      'password:',
      10,
      mine('POST /api/contacts/verify', { channel: 'mail', code: '000000', password: 'wrong-1' }),
    ),
    'passwords, for a new one': hour(
      'password:',
      10,
      mine('POST /api/editPassword', { password: 'wrong-1', paypassword: 'my-own-7' }),
    ),
    'passwords, for what protects an account': hour(
      'password:',
      10,
      mine('POST /api/safety/recovery', { password: 'wrong-1' }),
    ),
    'second factors': hour(
      'factor:',
      10,
      mine('POST /api/safety/totp/confirm', { code: '000000' }),
    ),
    'consents that are given': hour(
      'consent:',
      60,
      mine('POST /api/consents/give', { kind: 'marketing', version: 9 }),
    ),
    'consents that are withdrawn': hour(
      'consent:',
      60,
      mine('POST /api/consents/withdraw', { kind: 'marketing' }),
    ),
    'choices of offers': hour(
      'consent:',
      60,
      mine('POST /api/consents/offer', { product: 'casino', channel: 'mail', on: 0 }),
    ),
    'proofs of a packet': tenMinutes(
      'redpacketproof:',
      300,
      anyone('POST /api/redpacketproof', { id: randomUUID() }),
    ),
    complaints: day(
      'complaint:',
      10,
      mine('POST /api/complaints/new', { kind: 'other', content: '已经等了三天还没有到账' }),
    ),
    limits: hour(
      'limit:',
      60,
      mine('POST /api/protection/limit', { kind: 'deposit_day', amount: 100 }),
    ),
    statements: hour('statement:', 240, mine('POST /api/protection/statement', SPAN)),
    'statements as files': hour('statement:file:', 30, async () => {
      const answer = await site.app.inject({
        url: '/api/protection/statement/file/csv',
        query: SPAN,
        headers: { authorization: `Bearer ${token}` },
      })
      const isFile = String(answer.headers['content-type']).startsWith('text/csv')
      return isFile ? { code: 200, message: '' } : answer.json()
    }),
    practice: tenMinutes(
      'practice:',
      60,
      mine('POST /api/game/practice', { plat_name: 'NO', game_code: 'x' }),
    ),
    'searches of a member': tenMinutes(
      'search:member:',
      300,
      mine('POST /api/search', { q: '百家乐' }),
    ),
    'searches of a visitor': tenMinutes(
      'search:',
      300,
      anyone('POST /api/search', { q: '百家乐' }),
    ),
    cards: hour('bind:', 20, () =>
      site.call('POST /api/bindcard', { ...anotherCard(), pay_pass: '777777' }, { token }),
    ),
    deposits: tenMinutes('recharge:', 30, mine('POST /api/recharge', transfer)),
    receipts: hour('receipt:', 30, file('/api/depositreceipt/upload', { deposit_no: depositNo })),
    withdrawals: tenMinutes(
      'withdraw:',
      200,
      mine('POST /api/withdraw', { amount: 100, bank, password: '888888' }),
    ),
    'orders that are paid': tenMinutes(
      'order:',
      60,
      mine('POST /api/deposit/paid', { deposit_no: 'D1', paid: 1 }),
    ),
    'wishes about an order': tenMinutes(
      'order:',
      60,
      mine('POST /api/deposit/wish', { deposit_no: 'D1', wish: 'refund' }),
    ),
    'pages of a payment': tenMinutes(
      'payinfo:',
      300,
      anyone('POST /api/payinfo', { deposit_no: 'D1' }),
    ),
    'callbacks without a signature': tenMinutes(
      'callback:',
      100,
      anyone('POST /api/callback/sandbox'),
    ),
    'browsers that are notified': hour(
      'subscribe:',
      30,
      mine('POST /api/notices/subscribe', push.browser().sent),
    ),
    outcomes: tenMinutes('outcome:', 300, mine('POST /api/outcome', { key: randomUUID() })),
    'changes of the profile': hour('profile:', 20, mine('POST /api/updateuserinfo', profile)),
  },
  { db: owner, clock },
)
