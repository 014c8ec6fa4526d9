// A few more members of a first start, so that the back office has somebody to look at: deposits over the last month, who
// invited whom, two who share an address and a card, a correction that waits and notes. Their money is booked as anybody's.
import { row, run, sql, theRow, transaction, type Db, type Tx } from '@tianping/database'
import { createMember } from '../account/member.sql.ts'
import { hashPassword } from '../account/passwords.ts'
import { newInviteCode } from '../account/register.ts'
import { creditDeposit } from '../cashier/credit.ts'
import { insertDeposit, lockDeposit } from '../cashier/deposit.sql.ts'
import { newOrderNo } from '../cashier/orderNo.ts'
import { listOrder } from '../cashier/order.sql.ts'
import { checkPayments } from '../cashier/reconcile.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { raiseFlags } from '../risk/flags.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'demo888'

type Person = { name: string; realname: string; joined: number; invitedBy?: string; address: string; deposits: [daysAgo: number, yuan: number][] }

/** Days are days ago. */
const people: readonly Person[] = [
  { name: 'linxia90', realname: '林夏', joined: 29, address: '203.0.113.21', deposits: [[28, 800], [21, 1_500], [14, 600], [6, 2_000], [1, 900]] },
  { name: 'chenmo88', realname: '陈默', joined: 26, invitedBy: 'linxia90', address: '203.0.113.34', deposits: [[25, 500], [17, 1_200], [9, 1_800], [2, 700]] },
  { name: 'zhouyi66', realname: '周一', joined: 20, invitedBy: 'linxia90', address: '203.0.113.47', deposits: [[19, 3_000], [11, 2_400], [4, 1_000]] },
  { name: 'xuning77', realname: '徐宁', joined: 13, invitedBy: 'chenmo88', address: '203.0.113.58', deposits: [[12, 400], [5, 650]] },
  { name: 'hebai123', realname: '何白', joined: 7, address: '203.0.113.90', deposits: [[7, 300], [3, 300]] },
  { name: 'hebai456', realname: '何白白', joined: 6, address: '203.0.113.90', deposits: [[6, 300], [0, 300]] },
]

const at = (now: Date, daysAgo: number, hours = 0) => new Date(now.getTime() - daysAgo * DAY_MS - hours * 3_600_000)

async function deposit(tx: Tx, memberId: bigint, yuan: number, when: Date, serial: number): Promise<string> {
  const depositNo = newOrderNo('D', when)
  await listOrder(tx, 'deposit', depositNo, memberId)
  const amountFen = BigInt(yuan) * 100n
  await insertDeposit(tx, {
    memberId, depositNo, method: 'alipay', protocol: '', amountFen, usdtCents: 0n, provider: 'sandbox', payAddress: '', waitsFor: 'provider', createdAt: when, expiresAt: new Date(when.getTime() + 3_600_000),
    payerBank: '', payerOwner: '', payerAddress: '', payerNoSealed: null, payerNoTail: '', actionKey: `demo-crowd-${serial}`,
  })
  await run(tx, sql`
    insert into provider_payment (provider, reference, member_id, deposit_no, amount_fen, paid_at, received_at) values ('sandbox', ${`DEMO-${depositNo}`}, ${memberId}, ${depositNo}, ${amountFen}, ${when}, ${when})`)
  await run(tx, sql`
    insert into provider_callback (provider, received_at, address, signature, body, verdict, deposit_no)
    values ('sandbox', ${when}, '198.51.100.7', 'demo', ${JSON.stringify({ deposit_no: depositNo, reference: `DEMO-${depositNo}`, outcome: 'paid', amount_fen: amountFen.toString(), paid_at: when.toISOString() })}, 'credited', ${depositNo})`)
  await creditDeposit(tx, await lockDeposit(tx, memberId, depositNo), { amountFen, actor: { type: 'provider', id: 'sandbox' }, decidedBy: '', remark: '', now: when })
  return depositNo
}

async function addPerson(tx: Tx, person: Person, hash: string, now: Date): Promise<bigint> {
  const referrer = person.invitedBy ? await row(tx, sql<{ id: bigint }>`select member_id as id from member_directory where kind = 'name' and handle = ${person.invitedBy}`) : undefined
  const joined = at(now, person.joined)
  const memberId = (await createMember(tx, { name: person.name, realname: person.realname, passwordHash: hash, payPasswordHash: hash, inviteCode: newInviteCode(), referrer: referrer?.id.toString() ?? '', now: joined }))!
  const last = at(now, person.deposits.at(-1)![0], 1)
  await run(tx, sql`update member set last_login_at = ${last}, last_login_address = ${person.address}, mobile = ${`139${memberId.toString().padStart(8, '0')}`} where member_id = ${memberId}`)
  await run(tx, sql`
    insert into login_trace (member_id, address, agent, first_at, last_at, times)
    values (${memberId}, ${person.address}, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1', ${joined}, ${last}, ${person.deposits.length})`)
  for (const [index, [daysAgo, yuan]] of person.deposits.entries()) await deposit(tx, memberId, yuan, at(now, daysAgo, 2), index)
  return memberId
}

/** One payment that came twice, a correction that waits for its second person, and what staff wrote down. */
async function addWork(tx: Tx, ids: Map<string, bigint>, now: Date) {
  const [linxia, hebai] = [ids.get('linxia90')!, ids.get('hebai123')!]
  const twice = await theRow(tx, sql<{ no: string; fen: bigint }>`select deposit_no as no, credited_fen as fen from deposit_order where member_id = ${linxia} order by created_at desc limit 1`)
  await run(tx, sql`
    insert into provider_payment (provider, reference, member_id, deposit_no, amount_fen, paid_at, received_at) values ('sandbox', ${`DEMO2-${twice.no}`}, ${linxia}, ${twice.no}, ${twice.fen}, ${at(now, 1)}, ${at(now, 1)})`)
  await run(tx, sql`
    insert into adjustment (adjustment_id, member_id, amount_fen, turnover_times, reason, proposed_by, proposed_at)
    values (${newOrderNo('A', now)}, ${linxia}, 5000, 1, '游戏中断补偿', 'risk', ${at(now, 0, 1)})`)
  for (const [memberId, content] of [[linxia, '来电询问到账时间，已说明通常十分钟内。'], [hebai, '与 hebai456 使用同一网络地址，已请本人提供资料。']] as const) {
    await run(tx, sql`insert into member_note (member_id, content, written_by, written_at) values (${memberId}, ${content}, 'support', ${at(now, 1)})`)
  }
  for (const memberId of [hebai, ids.get('hebai456')!]) {
    await run(tx, sql`
      insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_tail, number_digest, bound_at, action_key, unbound_at)
      values (${memberId}, 1, '沙盒商业银行', '何白', '', '\\x00', '0042', ${Buffer.alloc(32, 42)}, ${at(now, 2)}, 'demo-card', ${at(now, 1)})`)
  }
}

/** Adds them once, all or none; then looks at everybody by the rules of risk and keeps a first reconciliation. */
export async function seedCrowd(db: Db, now: Date): Promise<void> {
  if (await row(db, sql`select 1 from member_directory where kind = 'name' and handle = ${people[0]!.name}`)) return
  const hash = await hashPassword(PASSWORD)
  await transaction(db, async tx => {
    const ids = new Map<string, bigint>()
    for (const person of people) ids.set(person.name, await addPerson(tx, person, hash, now))
    await addWork(tx, ids, now)
  })
  await raiseFlags(db, now)
  await reconcile(db, { extraChecks: [checkPayments] })
}
