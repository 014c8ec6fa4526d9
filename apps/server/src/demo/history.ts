// The demo member's past, made as any member makes it: by calls, callbacks and reviews, each at its
// moment of the last weeks. Every action has a fixed key, so a first start that was killed half-way
// goes on where it stopped.
import { yuanOf } from '@tianping/money'
import { row, rows, sql, theRow, type Db } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import { balances } from '../ledger/ledger.ts'
import { cancelRequirement } from '../ledger/wagering.ts'
import { seedPromotions } from '../areas/redpacket/redpacket.ts'
import { GamePage, SPIN_MS } from './gamePage.ts'
import type { Life } from './life.ts'
import type { DemoEvent } from './walk.ts'
import { ago, type World } from './world.ts'

const SPIN_FEN = 1_000
/**
 * What stays in the central wallet, and what goes to one of the two venues that hold money; the
 * other one gets the rest.
 */
export const LEFT_FEN = 10_000_00n
export const TO_PP_FEN = 400_00n

/**
 * Leaves the member with ¥10,000.00 in the central wallet, money at two venues, cards, and every
 * kind of record.
 */
export const historyEvents = (world: World, life: Life): DemoEvent[] => [
  ...earlierEvents(world, life),
  ...lastWeek(world, life),
]

/** Cards, a deposit of each kind and a withdrawal, in the weeks before the last one. */
function earlierEvents(world: World, life: Life): DemoEvent[] {
  const { memberId } = life.member
  const { owner } = world
  const at = (days: number, hours = 0) => ago(world, days, hours)
  // In the month before, so that there is one to close on the last days of a month too.
  const firstDeposit = Math.max(28, Number(beijingDay(world.now).slice(8)))
  return [
    { at: at(firstDeposit + 2), happen: () => bindCards(life) },
    {
      at: at(firstDeposit),
      happen: async () =>
        life.review(
          'deposits',
          { deposit_no: await life.depositByBank('demo-deposit-1', '5000', '沙盒商业银行') },
          'approve',
          '',
        ),
    },
    {
      at: at(19),
      happen: async () => {
        await life.pay(
          await life.depositByProvider('demo-deposit-2', { paytype: 'wxpay', amount: '3000' }),
          3_000_00n,
        )
        await waive(owner, memberId)
      },
    },
    {
      at: at(15, 3),
      happen: async () =>
        life.review(
          'withdrawals',
          { out_trade_no: await life.withdraw('demo-withdrawal-1', '1000') },
          'approve',
          '',
        ),
    },
    {
      at: at(9),
      happen: async () => {
        await life.pay(
          await life.depositByProvider('demo-deposit-3', {
            paytype: 'usdt',
            catepay: 'TRC20',
            amount: '4000',
          }),
          4_000_00n,
        )
        await waive(owner, memberId)
      },
    },
  ]
}

/** What was refused, what is claimed, and what waits in the back office on a first look. */
function lastWeek(world: World, life: Life): DemoEvent[] {
  const { memberId } = life.member
  const { owner, now } = world
  const at = (days: number, hours = 0) => ago(world, days, hours)
  return [
    {
      at: at(6, -2),
      happen: async () => {
        const refused = await life.depositByBank('demo-deposit-4', '800', '天平储蓄银行')
        await life.review(
          'deposits',
          { deposit_no: refused },
          'reject',
          '未查到该笔汇款，请核对付款信息后重新提交',
        )
      },
    },
    {
      at: at(3, 5),
      happen: async () =>
        life.review(
          'withdrawals',
          { out_trade_no: await life.withdraw('demo-withdrawal-2', '500') },
          'reject',
          '收款账户姓名与实名不符',
        ),
    },
    {
      at: at(0, -2),
      happen: async () => {
        await seedPromotions(owner, memberId, now)
        await waive(owner, memberId)
      },
    },
    { at: at(0, -0.5), happen: () => life.depositByBank('demo-deposit-5', '1200', '沙盒商业银行') },
    { at: at(0, -0.25), happen: () => goToPlay(world, life) },
  ]
}

/**
 * Brings money to two venues and plays a few rounds there; what stays in the central wallet is
 * round.
 */
async function goToPlay(world: World, life: Life) {
  // Beside running servers now, and not in the past: one of them finalizes a transfer that is under
  // way and looks old.
  if (!world.venue.clock) world.clock.goTo(new Date())
  await life.move('demo-transfer-2', 'userbalance', 'PP', String(yuanOf(TO_PP_FEN)))
  // Whatever the red packets drew.
  const spareFen = (await balances(world.owner, life.member.memberId)).cashAvailableFen - LEFT_FEN
  if (spareFen > 0n)
    await life.move('demo-transfer-1', 'userbalance', 'FG', String(yuanOf(spareFen)))
  const pause = (ms: number) =>
    world.venue.clock ? world.clock.step(ms) : new Promise<void>(done => setTimeout(done, ms))
  // One after the other: a player's spins keep their distance over all venues.
  await play(world, life, { platname: 'FG', spins: 2 }, pause)
  await pause(SPIN_MS)
  await play(world, life, { platname: 'PP', spins: 1 }, pause)
}

/** A few honest rounds of the venue's first game, at its own pace. */
async function play(
  { owner, past }: World,
  life: Life,
  { platname, spins }: { platname: string; spins: number },
  pause: (ms: number) => Promise<void> | void,
) {
  if (
    !past &&
    (await row(
      owner,
      sql`select 1 from bet b join venue v using (venue_id) where b.member_id = ${life.member.memberId} and v.platname = ${platname}`,
    ))
  )
    return
  const { code } = await theRow(
    owner,
    sql<{
      code: string
    }>`select game_code as code from game join venue using (venue_id) where platname = ${platname} order by game.rank limit 1`,
  )
  await life.visit(async call => {
    const page = await GamePage.launch(call, platname, code)
    await page.spin(spins, SPIN_FEN, pause)
    await page.leave()
  })
}

async function bindCards(life: Life) {
  const { payPassword } = life.member
  await life.call(
    'POST /api/bindcard',
    {
      bank: '沙盒商业银行',
      bank_owner: '王小明',
      bank_no: '6222020012345678',
      bank_address: '13800138000',
      pay_pass: payPassword,
    },
    'demo-card-1',
  )
  await life.call(
    'POST /api/bindcard',
    {
      bank: 'USDT',
      bank_owner: 'TRC20',
      bank_no: 'TDemoAddressDfTheSandboxMember7Kq9',
      bank_address: '',
      pay_pass: payPassword,
    },
    'demo-card-2',
  )
}

/**
 * The demo member may withdraw without playing first; anybody else's requirements stand until
 * turnover meets them.
 */
export async function waive(owner: Db, memberId: bigint) {
  const open = await rows(
    owner,
    sql<{ sourceType: string; sourceId: string }>`
    select source_type, source_id from ledger.wagering_requirement where member_id = ${memberId} and state = 'open'`,
  )
  for (const source of open) await cancelRequirement(owner, { memberId, ...source })
}
