// Part 7 of docs/first-day.md: what two administrators configure, and a member's first deposit.
import { Secret, TOTP } from 'otpauth'

type Answer = { code: number; message: string; data: never }
type Said = { answer: Answer; cookie: string }
type Call = (path: string, body: object) => Promise<Answer>

/** How a deposit before an account was named was met, and the balance at the end. */
export type Seen = { before: string; balance: number }

async function post(url: string, body: object, headers: Record<string, string>): Promise<Said> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7', ...headers },
    body: JSON.stringify(body),
  })
  return {
    answer: (await response.json()) as Answer,
    cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  }
}

/** Whatever is not well ends the drill with its sentence. */
function well({ code, message, data }: Answer, what: string): never {
  if (code !== 200) throw new Error(`${what}: ${message}`)
  return data
}

/** An administrator logs in and sets an authenticator up; answers the calls that follow. */
async function administrator(origin: string, name: string, password: string): Promise<Call> {
  const headers = { 'x-tianping-console': '1' }
  const { answer, cookie } = await post(`${origin}/api/console/login`, { name, password }, headers)
  well(answer, `log-in of ${name}`)
  const call: Call = async (path, body) =>
    (await post(`${origin}/api/console/${path}`, body, { ...headers, cookie })).answer
  const setUp = `authenticator of ${name}`
  const begun: { secret: string } = well(await call('account/totp/begin', { password }), setUp)
  const code = TOTP.generate({ secret: Secret.fromBase32(begun.secret) })
  well(await call('account/totp/confirm', { code }), setUp)
  return call
}

/** Anna proposes a rule, Bert approves it. */
async function rule(anna: Call, bert: Call, key: string, change: (value: never) => unknown) {
  const shown: { version: number; value: never } = well(await anna('rules/show', { key }), key)
  const proposed = { key, version: shown.version, value: change(shown.value), note: '首日配置' }
  well(await anna('rules/propose', proposed), key)
  const { proposal }: { proposal: { id: string } } = well(await bert('rules/show', { key }), key)
  well(await bert('rules/approve', { id: proposal.id, remark: '' }), key)
}

type Cashier = { methods: { method: string; enabled: boolean }[] }

/** No payment provider is connected: every other method is switched off. */
const onlyBanks = (cashier: Cashier) => ({
  ...cashier,
  methods: cashier.methods.map(each => ({ ...each, enabled: each.method === 'card' })),
})

const bank = {
  bank_name: '某某银行',
  bank_no: '6222020000000001',
  bank_owner: '运营公司',
  bank_address: '北京分行',
  enabled: true,
}

async function member(origin: string): Promise<Call> {
  const password = 'mB-9214-first'
  const form = { name: 'firstday', password, confirmPass: password, realname: '测试员' }
  const { answer } = await post(
    `${origin}/api/register`,
    { ...form, paypassword: '748201', code: 'abcd', pid: '' },
    {},
  )
  const { api_token: token }: { api_token: string } = well(answer, 'registration')
  const call: Call = async (path, body) =>
    (await post(`${origin}/api/${path}`, body, { authorization: `Bearer ${token}` })).answer
  const profile = { mobile: '13800138000', email: 'member@site.example', birthday: '1990-02-28' }
  well(await call('updateuserinfo', profile), 'birthday')
  return call
}

/** Does part 7. */
export async function firstDeposit(origin: string, passwords: string[]): Promise<Seen> {
  const [first = '', second = ''] = passwords
  const anna = await administrator(origin, 'anna', first)
  const bert = await administrator(origin, 'bert', second)
  const call = await member(origin)
  const transfer = {
    paytype: 'card',
    amount: 300,
    bank: bank.bank_name,
    bank_owner: '测试员',
    bank_no: '6222020000000002',
    bank_address: '北京',
  }
  const before = (await call('recharge', transfer)).message
  await rule(anna, bert, 'banks', () => [{ bank_name: bank.bank_name }])
  await rule(anna, bert, 'receiving_accounts', () => [bank])
  await rule(anna, bert, 'cashier', onlyBanks)
  const { deposit_no }: { deposit_no: string } = well(await call('recharge', transfer), 'deposit')
  well(await anna('deposits/claim', { deposit_no }), 'claim')
  well(await anna('deposits/approve', { deposit_no, remark: '银行流水已核对' }), 'credit')
  const { balance }: { balance: number } = well(await call('user', {}), 'balance')
  return { before, balance }
}
