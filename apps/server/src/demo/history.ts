// The demo member's past, made as any member makes it: by calls, callbacks and reviews, on a clock that walks through the
// last weeks. Every action has a fixed key, so a first start that was killed half-way goes on where it stopped.
import { yuanOf } from '@tianping/contract/money'
import { row, rows, sql, theRow, type Db } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { signedHeaders } from '../cashier/sandbox/provider.ts'
import { CONSOLE_COOKIE } from '../http/serve.ts'
import { balances } from '../ledger/ledger.ts'
import { cancelRequirement } from '../ledger/wagering.ts'
import { seedPromotions } from '../redpacket/demo.ts'
import { readSettings } from '../settings.ts'
import { newLog } from '../log.ts'
import { openSite, type Site } from '../site.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** A slot's round takes this long at the venue, which no seeding may shorten. */
const SPIN_MS = 2_600
const SPINS = 3
const LEFT_FEN = 10_000_00n
const TO_PP_FEN = 400_00n

type Answer = { code: number; message: string; data: Record<string, unknown> }
type Member = { memberId: bigint; name: string; password: string; payPassword: string }

/** Leaves the member with ¥10,000.00 in the central wallet, money at two venues, cards, and every kind of record. */
export async function seedHistory(owner: Db, env: Record<string, string>, member: Member, now: Date): Promise<void> {
  let at = new Date(now.getTime() - 30 * DAY_MS)
  const settings = readSettings({ ...env, TIANPING_MODE: 'sandbox', RUN_JOBS: '0' })
  const site = await openSite(settings, { log: newLog('silent'), clock: { now: () => at } })
  const goTo = (daysAgo: number, hours = 0) => { at = new Date(now.getTime() - daysAgo * DAY_MS + hours * HOUR_MS) }
  try {
    await site.app.ready()
    const life = new Life(site, member, settings.providerSecret, () => at)
    await bindCards(life)
    goTo(28)
    const first = await life.depositByBank('demo-deposit-1', '5000', '沙盒商业银行')
    await life.review('deposits', { deposit_no: first }, 'approve', '')
    goTo(19)
    await life.pay(await life.depositByProvider('demo-deposit-2', { paytype: 'wxpay', amount: '3000' }), 3_000_00n)
    await waive(owner, member.memberId)
    goTo(15, 3)
    const paidOut = await life.withdraw('demo-withdrawal-1', '1000')
    await life.review('withdrawals', { out_trade_no: paidOut }, 'approve', '')
    goTo(9)
    await life.pay(await life.depositByProvider('demo-deposit-3', { paytype: 'usdt', catepay: 'TRC20', amount: '4000' }), 4_000_00n)
    await waive(owner, member.memberId)
    goTo(6, -2)
    const refused = await life.depositByBank('demo-deposit-4', '800', '天平储蓄银行')
    await life.review('deposits', { deposit_no: refused }, 'reject', '未查到该笔汇款，请核对付款信息后重新提交')
    goTo(3, 5)
    const rejected = await life.withdraw('demo-withdrawal-2', '500')
    await life.review('withdrawals', { out_trade_no: rejected }, 'reject', '收款账户姓名与实名不符')
    goTo(0, -2)
    await seedPromotions(owner, member.memberId, now)
    await waive(owner, member.memberId)
    // Whatever the red packets drew: what stays in the central wallet is round.
    const spareFen = (await balances(owner, member.memberId)).cashAvailableFen - LEFT_FEN - TO_PP_FEN
    // Now, and not in the past: a transfer that is under way and looks old is finalized by a server that runs beside.
    at = new Date()
    if (spareFen > 0n) {
      await life.move('demo-transfer-1', 'userbalance', 'FG', String(yuanOf(spareFen)))
      await life.move('demo-transfer-2', 'userbalance', 'PP', String(yuanOf(TO_PP_FEN)))
    }
    await Promise.all([life.play('FG', 'demo-play-1'), life.play('PP', 'demo-play-2')])
    // What waits in the back office on a first look.
    goTo(0, -0.5)
    await life.depositByBank('demo-deposit-5', '1200', '沙盒商业银行')
  } finally {
    await site.close()
  }
}

async function bindCards(life: Life) {
  await life.call('POST /api/bindcard', { bank: '沙盒商业银行', bank_owner: '王小明', bank_no: '6222020012345678', bank_address: '13800138000', pay_pass: life.member.payPassword }, 'demo-card-1')
  await life.call('POST /api/bindcard', { bank: 'USDT', bank_owner: 'TRC20', bank_no: 'TDemoAddressDfTheSandboxMember7Kq9', bank_address: '', pay_pass: life.member.payPassword }, 'demo-card-2')
}

/** The demo member may withdraw without playing first; anybody else's requirements stand until turnover meets them. */
async function waive(owner: Db, memberId: bigint) {
  const open = await rows(owner, sql<{ sourceType: string; sourceId: string }>`
    select source_type as "sourceType", source_id as "sourceId" from ledger.wagering_requirement where member_id = ${memberId} and state = 'open'`)
  for (const source of open) await cancelRequirement(owner, { memberId, ...source })
}

/** One member's calls, and those of the operators and the provider around them. */
class Life {
  readonly member: Member
  private readonly site: Site
  private readonly secret: string
  private readonly now: () => Date

  constructor(site: Site, member: Member, secret: string, now: () => Date) {
    this.site = site
    this.member = member
    this.secret = secret
    this.now = now
  }

  /** Each call in a session of its own, as of its day; refused calls end the seeding with their text. */
  async call(name: string, body: object, key: string): Promise<Answer> {
    const token = await this.site.services.sessions.open(this.member.memberId, { address: '127.0.0.1', agent: 'demo' })
    const answer = await this.inject(name.split(' ')[1]!, body, { authorization: `Bearer ${token}`, 'idempotency-key': key })
    await this.inject('/api/logoff', {}, { authorization: `Bearer ${token}` })
    return answer
  }

  async depositByBank(key: string, amount: string, bank: string): Promise<string> {
    const answer = await this.call('POST /api/recharge', { paytype: 'bank', amount, bank, bank_owner: '王小明', bank_no: '6222020012345678', bank_address: '北京市朝阳支行' }, key)
    return answer.data['deposit_no'] as string
  }

  async depositByProvider(key: string, body: object): Promise<string> {
    return (await this.call('POST /api/recharge', body, key)).data['deposit_no'] as string
  }

  async withdraw(key: string, amount: string): Promise<string> {
    const cards = (await this.call('POST /api/getcard', { type: 1 }, `${key}-card`)).data as unknown as { id: number }[]
    return (await this.call('POST /api/withdraw', { amount, bank: cards[0]!.id, password: this.member.payPassword }, key)).data['out_trade_no'] as string
  }

  async move(key: string, sourcetype: string, targettype: string, amount: string) {
    await this.call('POST /api/transfer', { sourcetype, targettype, amount }, key)
  }

  /** The provider reports a payment; the reference is the order's own, so a second report changes nothing. */
  async pay(depositNo: string, amountFen: bigint) {
    const body = Buffer.from(JSON.stringify({ deposit_no: depositNo, reference: `DEMO-${depositNo}`, outcome: 'paid', amount_fen: amountFen.toString(), paid_at: this.now().toISOString() }))
    const answer = await this.site.app.inject({ method: 'POST', url: '/api/callback/sandbox', payload: body, headers: { 'content-type': 'application/json', ...signedHeaders(this.secret, body, this.now()) } })
    if (answer.statusCode !== 200) throw new Error(`the demo payment was not taken: ${answer.body}`)
  }

  /** An operator takes the item and decides; one that is decided already stays as it is. */
  async review(kind: 'deposits' | 'withdrawals', item: object, deed: 'approve' | 'reject', remark: string) {
    const login = await this.site.app.inject({ method: 'POST', url: '/api/console/login', payload: { name: 'finance', password: 'finance888' }, headers: { 'x-tianping-console': '1' } })
    const session = login.cookies.find(cookie => cookie.name === CONSOLE_COOKIE)!.value
    const headers = { 'x-tianping-console': '1', cookie: `${CONSOLE_COOKIE}=${session}` }
    const shown = await this.inject(`/api/console/${kind}/show`, item, headers)
    if (shown.data['state'] === 1) {
      await this.inject(`/api/console/${kind}/claim`, item, headers)
      await this.inject(`/api/console/${kind}/${deed}`, { ...item, remark }, headers)
    }
    await this.inject('/api/console/logout', {}, headers)
  }

  /** A few honest rounds of the venue's own game, at its own pace. */
  async play(platname: string, key: string) {
    if (await row(this.site.services.db, sql`select 1 from bet b join venue v using (venue_id) where b.member_id = ${this.member.memberId} and v.platname = ${platname}`)) return
    const game = await theRow(this.site.services.db, sql<{ code: string }>`select game_code as code from game join venue using (venue_id) where platname = ${platname} order by game.rank limit 1`)
    const { url } = (await this.call('POST /api/getGameUrl', { plat_name: platname, game_type: 0, game_code: game.code, is_mobile_url: 1 }, key)).data as { url: string }
    const at = new URL(url)
    const ask = async (path: string, body: object, token?: string) =>
      (await (await fetch(`${at.origin}${path}`, {
        method: 'POST', headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }, body: JSON.stringify(body), signal: AbortSignal.timeout(8_000),
      })).json()) as { data: { token: string } | null }
    const opened = await ask('/api/session', { token: at.hash.replace('#t=', '') })
    for (let spin = 0; spin < SPINS; spin++) {
      if (spin > 0) await new Promise(done => setTimeout(done, SPIN_MS))
      await ask('/api/bets', { client_bet_id: randomBytes(8).toString('hex'), stake: 1_000 }, opened.data!.token)
    }
    await ask('/api/leave', {}, opened.data!.token)
  }

  private async inject(url: string, payload: object, headers: Record<string, string>): Promise<Answer> {
    const answer = (await this.site.app.inject({ method: 'POST', url, payload, headers })).json<Answer>()
    if (answer.code !== 200) throw new Error(`Demo data: ${url} was refused: ${answer.message}`)
    return answer
  }
}
