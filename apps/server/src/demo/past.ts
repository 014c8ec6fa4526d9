// The months before a first start, lived: the demo member and others play at the real venue on a
// clock that walks through them, the works of every day run at their hour, and the demo member, an
// agent, gets commission for a team. So nothing of it is invented: the platform's books and the
// venue's tell the same, to the fen.
import { rebateState } from '@tianping/contract/rebate/facts'
import { row, run, sql, theRow } from '@tianping/database'
import { DAY_MS, addDays, addMonths, beijingMonth, startOfDay } from '@tianping/money/day'
import { memberByName } from '../areas/account/account.ts'
import { makeDueStatements } from '../areas/agent/agent.ts'
import { balances } from '../ledger/ledger.ts'
import { runRebates } from '../areas/rebate/rebate.ts'
import { runVipReview } from '../areas/vip/vip.ts'
import { readFeed, checkPendingTransfers } from '../areas/venues/venues.ts'
import { advertise, proposePlan } from './advertising.ts'
import { onePhoneEvents, peopleEvents, type Person } from './crowd.ts'
import { LEFT_FEN, TO_PP_FEN, waive } from './history.ts'
import { Life } from './life.ts'
import { sit, type PastWorld, type Seat } from './sitting.ts'
import type { DemoEvent, DemoWork } from './walk.ts'
import { ago, type PastVenue, type World } from './world.ts'
import { at as item, present } from '../kernel/present.ts'

const HOUR_MS = 3_600_000

const slot = { kind: 'slot', times: 4 } as const
const table = { kind: 'table', times: 2 } as const
const book = { kind: 'book', times: 2 } as const
const seats = {
  orchard: { ...slot, venue: 'OB', game: 'orchard3' },
  fortune: { ...slot, venue: 'FG', game: 'fortune3' },
  peach: { ...slot, venue: 'PP', game: 'peach5' },
  dragon: { ...slot, venue: 'AE', game: 'dragon5' },
  baccarat: { ...table, venue: 'LIVE', game: 'bac', picks: ['player', 'player-pair'] },
  dragonTiger: { ...table, venue: 'LIVE', game: 'dt', picks: ['tiger'] },
  niuniu: { ...table, venue: 'QIPAI', game: 'niu', picks: ['tian', 'di'] },
  redBlack: { ...table, venue: 'QIPAI', game: 'rb', picks: ['red', 'strike'] },
  k3: { ...table, venue: 'VR', game: 'k3', picks: ['sum:big', 'straight'] },
  pk10: { ...table, venue: 'VR', game: 'pk10', picks: ['sum:odd', 'pos:1:7'] },
  football: { ...book, venue: 'SPORT', game: 'football', pick: '1x2:h' },
  esport: { ...book, venue: 'ESPORT', game: 'esport', pick: 'win:a' },
} as const satisfies Record<string, Seat>

/**
 * How somebody plays: every so many days in the evening, at these games in turn, with so much money
 * and such stakes.
 */
type Habit = {
  name: string
  everyDays: number
  seats: readonly (keyof typeof seats)[]
  yuan: number
  stakeFen: number
}

const DEMO = 'demo888'
/**
 * Invited by the demo member; a month of each makes an active member by the rule of the commission.
 */
export const team = ['sunyue26', 'gaoyang31', 'tangli58'] as const

const habits: readonly Habit[] = [
  {
    name: DEMO,
    everyDays: 7,
    seats: ['baccarat', 'fortune', 'football', 'niuniu', 'peach', 'k3', 'esport'],
    yuan: 800,
    stakeFen: 200_00,
  },
  {
    name: team[0],
    everyDays: 10,
    seats: ['orchard', 'redBlack', 'baccarat', 'dragon'],
    yuan: 900,
    stakeFen: 200_00,
  },
  {
    name: team[1],
    everyDays: 10,
    seats: ['fortune', 'niuniu', 'orchard'],
    yuan: 900,
    stakeFen: 200_00,
  },
  { name: team[2], everyDays: 10, seats: ['peach', 'k3', 'dragon'], yuan: 900, stakeFen: 200_00 },
  {
    name: 'linxia90',
    everyDays: 6,
    seats: ['dragon', 'dragonTiger', 'peach'],
    yuan: 500,
    stakeFen: 50_00,
  },
  { name: 'chenmo88', everyDays: 8, seats: ['orchard', 'pk10'], yuan: 300, stakeFen: 20_00 },
  {
    name: 'zhouyi66',
    everyDays: 6,
    seats: ['fortune', 'football', 'niuniu'],
    yuan: 500,
    stakeFen: 100_00,
  },
  { name: 'xuning77', everyDays: 6, seats: ['peach', 'dragon'], yuan: 200, stakeFen: 10_00 },
  { name: 'hebai123', everyDays: 5, seats: ['fortune'], yuan: 100, stakeFen: 5_00 },
]

/**
 * The last evening of a month has one sitting more of each of the team, after a lottery's rarest
 * number.
 */
const LONG_SHOT = { kind: 'table', venue: 'VR', game: 'ssc', picks: ['front:888'] } as const
const LONG_SHOT_FEN = 200_00n
/** The most on one line there. */
const LINE_FEN = 2_000_00n

/**
 * The day the past begins: the twelfth of the month before last, so that two statements are made
 * whatever today is.
 */
export function firstDayOf(now: Date): string {
  return `${addMonths(beijingMonth(now), -2)}-12`
}

/** All that a past adds to what every demo has. */
export function pastEvents(world: PastWorld, demo: Life): DemoEvent[] {
  const first = firstDayOf(world.now)
  const month = first.slice(0, 7)
  const next = addMonths(month, 1)
  const at = (day: string, hours: number) => new Date(startOfDay(day).getTime() + hours * HOUR_MS)
  const until = ago(world, 0, -1)
  return [
    {
      at: at(first, 12),
      happen: async () =>
        demo.review(
          'deposits',
          { deposit_no: await demo.depositByBank('demo-early-1', '10000', '沙盒商业银行') },
          'approve',
          '',
        ),
    },
    {
      at: at(first, 16),
      happen: () =>
        demo.call(
          'POST /api/applyagentdo',
          { mobile: '13800138000', apply_info: '运营棋牌与体育社群，约三百人，愿意长期合作。' },
          'demo-agent-1',
        ),
    },
    { at: at(first, 17), happen: () => approveAgent(world, demo) },
    ...peopleEvents(world, invited(world, startOfDay(first))),
    {
      at: at(addDays(first, 4), 12),
      happen: () =>
        advertise(world, { agentId: demo.member.memberId, from: addDays(first, 1), team }),
    },
    { at: ago(world, 0, -1), happen: () => proposePlan(world, demo.member.memberId) },
    ...habits
      .flatMap((habit, who) =>
        daysFrom(first, 1 + who, habit.everyDays, until).map((day, n): DemoEvent => ({
          at: at(day, 19.5 + ((who * 7 + n) % 10) / 4),
          happen: async () =>
            play(world, habit, day, seats[item(habit.seats, n % habit.seats.length)]),
        })),
      )
      .filter(event => event.at < until),
    ...[month, next].flatMap(each =>
      team.map((name): DemoEvent => ({
        at: at(addDays(`${addMonths(each, 1)}-01`, -1), 22.75),
        happen: () => lastEvening(world, name, each),
      })),
    ),
    {
      at: at(`${next}-03`, 15),
      happen: () =>
        demo.review('statements', { agent_id: Number(demo.member.memberId), month }, 'approve', ''),
    },
    ...[45, 24, 8].map((days): DemoEvent => ({
      at: ago(world, days),
      happen: () => claimRebate(world, demo, `demo-rebate-${days}`),
    })),
    { at: ago(world, 2, 3), happen: () => takeOut(world, demo) },
    ...onePhoneEvents(world),
  ]
}

/** The works of a day, at an hour when all of them are due. */
export const dailyJobsOf = ({ now, site: { services } }: World): DemoWork => ({
  first: new Date(startOfDay(addDays(firstDayOf(now), 1)).getTime() + 6 * HOUR_MS),
  happen: async () => {
    await runVipReview(services)
    await runRebates(services)
    await makeDueStatements(services)
  },
})

/**
 * Ends what a killed first start left behind, when no server runs beside; answers how far it had
 * played.
 */
export async function resume({ owner, site, now }: World & { past: PastVenue }): Promise<Date> {
  await run(owner, sql`update call_once set leased_until = '-infinity' where answer is null`)
  await run(owner, sql`delete from throttle`)
  const { until } = await theRow(
    owner,
    sql<{ until: Date | null }>`select max(created_at) as until from venue_transfer`,
  )
  while ((await checkPendingTransfers({ ...site.services, clock: { now: () => now } })) > 0);
  await readFeeds(site)
  return until ?? new Date(0)
}

/** Takes over what the venues still have to tell. */
export async function readFeeds({ services }: World['site']): Promise<void> {
  for (const venue of await services.venues.all()) while ((await readFeed(services, venue)) > 0);
}

function invited(world: World, from: Date): Person[] {
  const first = (world.now.getTime() - from.getTime()) / DAY_MS - 0.5
  const person = (
    n: number,
    realname: string,
    address: string,
    joinedDay: number,
    deposits: [day: number, yuan: number][],
  ): Person => ({
    name: item(team, n),
    realname,
    address,
    invitedBy: DEMO,
    joined: first - joinedDay,
    deposits: deposits
      .map(([day, yuan]): [number, number] => [first - day, yuan])
      .filter(([daysAgo]) => daysAgo >= 0),
  })
  return [
    person(0, '孙悦', '203.0.113.112', 1, [
      [1, 3_000],
      [16, 1_000],
      [30, 1_500],
      [44, 1_000],
      [58, 800],
    ]),
    person(1, '高扬', '203.0.113.126', 2, [
      [2, 2_000],
      [13, 1_200],
      [27, 1_200],
      [41, 1_200],
      [55, 1_000],
    ]),
    person(2, '唐莉', '203.0.113.140', 3, [
      [3, 2_000],
      [22, 1_000],
      [36, 1_000],
      [50, 1_000],
    ]),
  ]
}

/** Every so many days from the one that is `after` the first. */
function daysFrom(first: string, after: number, every: number, until: Date): string[] {
  const days: string[] = []
  for (let day = addDays(first, after); startOfDay(day) < until; day = addDays(day, every))
    days.push(day)
  return days
}

async function lifeOf(world: World, name: string): Promise<Life | undefined> {
  const found = await memberByName(world.owner, name)
  return found && new Life(world, { memberId: found.memberId, payPassword: '' })
}

/** Who has not joined yet does not play. */
async function play(world: PastWorld, { name, yuan, stakeFen }: Habit, day: string, seat: Seat) {
  const life = await lifeOf(world, name)
  if (life) await sit(world, life, { key: `demo-sit-${day}`, seat, yuan, stakeFen })
}

/**
 * Whoever is ahead at the end of a month stakes it all on a long shot, and the house has its month:
 * a commission needs one.
 */
async function lastEvening(world: PastWorld, name: string, month: string) {
  const life = present(await lifeOf(world, name), `member ${name}`)
  const { wonFen } = await theRow(
    world.owner,
    sql<{ wonFen: bigint }>`
    select coalesce(sum(payout_fen - stake_fen), 0)::bigint as won_fen from turnover_day
    where member_id = ${life.member.memberId} and day >= ${`${month}-01`}::date and day < ${`${addMonths(month, 1)}-01`}::date`,
  )
  const stakeFen = (wonFen > 0n ? wonFen : 0n) + LONG_SHOT_FEN
  const times = Number((stakeFen + LINE_FEN - 1n) / LINE_FEN)
  // Each ticket's stake is a multiple of the least chip, a yuan.
  const yuanEach = Math.ceil(Number(stakeFen) / 100 / times)
  await sit(world, life, {
    key: `demo-last-${month}`,
    seat: { ...LONG_SHOT, times },
    yuan: yuanEach * times,
    stakeFen: yuanEach * 100,
  })
}

async function approveAgent({ owner }: World, demo: Life) {
  const { id } = await theRow(
    owner,
    sql<{
      id: string
    }>`select application_id as id from agent_application where member_id = ${demo.member.memberId} order by applied_at limit 1`,
  )
  await demo.review('agents', { application_id: id }, 'approve', '', 'admin')
}

async function claimRebate({ owner }: World, demo: Life, key: string) {
  const { memberId } = demo.member
  const { fen } = await theRow(
    owner,
    sql<{
      fen: bigint
    }>`select coalesce(sum(amount_fen), 0)::bigint as fen from rebate where member_id = ${memberId} and state = ${sql.literal(rebateState.waiting)}`,
  )
  if (fen > 0n) await demo.call('POST /api/dofanshui', {}, key)
  await waive(owner, memberId)
}

/** Stays for a venue. */
const KEPT_FEN = 600_00n

/**
 * What play has left above the round figure is withdrawn, so that the wallets end as those of every
 * demo.
 */
async function takeOut({ owner }: World, demo: Life) {
  const { memberId } = demo.member
  await waive(owner, memberId)
  const before = await row(
    owner,
    sql<{
      no: string
    }>`select withdrawal_no as no from withdrawal_order where member_id = ${memberId} and action_key = 'demo-withdrawal-3'`,
  )
  const spareFen =
    (await balances(owner, memberId)).cashAvailableFen - LEFT_FEN - TO_PP_FEN - KEPT_FEN
  const yuan = (spareFen / 100_00n) * 100n
  if (!before && yuan <= 0n) return
  await demo.review(
    'withdrawals',
    { out_trade_no: before?.no ?? (await demo.withdraw('demo-withdrawal-3', String(yuan))) },
    'approve',
    '',
  )
}
