// What members do. A call that changes what protects them tells the model; any other call of the
// contract is made with whatever its schema takes.
import { calls, type CallName } from '@tianping/contract'
import { exclusions, limitKinds, timeouts } from '@tianping/contract/protection/facts'
import {
  isTime,
  type ExclusionTerm,
  type LimitKind,
  type TimeoutTerm,
} from '@tianping/contract/protection/facts'
import { addDays } from '@tianping/money/day'
import { balances } from '../../../src/ledger/ledger.ts'
import { bankCard, bankTransfer } from '../../cashier/support.ts'
import * as model from './model.ts'
import { anyPayload } from './payloads.ts'
import { play, sit } from './play.ts'
import {
  active,
  activities,
  anyAddress,
  below,
  call,
  chance,
  CODES,
  count,
  counts,
  everybody,
  GAMES,
  gift,
  never,
  newDevice,
  next,
  note,
  HOUR_MS,
  owner,
  pass,
  PASSWORD,
  pick,
  sites,
  some,
  type Code,
  type Member,
} from './world.ts'
import { launched } from './watch.ts'

/** What follows for the model; of two deeds at once it follows when both are over. */
let waiting: (() => void)[] | null = null
const follows = (effect: () => void) => {
  if (waiting) waiting.push(effect)
  else effect()
}
/** Two deeds at the same moment, each at any of the two servers. */
export async function atOnce(deeds: (() => Promise<unknown>)[]): Promise<() => void> {
  const late: (() => void)[] = []
  waiting = late
  await Promise.all(deeds.map(deed => deed())).finally(() => {
    waiting = null
  })
  return () => {
    for (const effect of late) effect()
  }
}

export type Deed = (of: Member) => Promise<unknown>

const sizes = ['', '5', '20', '20', '50', '50', '150', '400', '900', '2000']
const minutes = ['', '1', '5', '20', '60', '120', '600']
const setLimit: Deed = async of => {
  const kind = pick(limitKinds)
  const amount = pick(isTime(kind) ? minutes : sizes)
  const { code } = await call(of, 'POST /api/protection/limit', { kind, amount })
  count(`limit ${code}`)
  if (code !== 200) return
  const size = amount === '' ? null : BigInt(amount) * (isTime(kind) ? 1n : 100n)
  follows(() => model.limited(of.memberId, kind, size, 'member'))
}
const confirm: Deed = async of => {
  const agree = chance(0.9) ? 1 : 0
  const kind = some(limitKinds.filter(each => model.isRaising(of.memberId, each)))
  await confirmOf(of, kind ?? pick(limitKinds), agree)
}
async function confirmOf(of: Member, kind: LimitKind, agree: number): Promise<void> {
  const { code } = await call(of, 'POST /api/protection/limit/confirm', { kind, agree })
  if (code !== 200) return
  count('raise confirmed or dropped')
  model.confirmed(of.memberId, kind, agree === 1)
}
const takeBreak: Deed = async of => {
  const term = pick(['', ...Object.keys(timeouts)] as ('' | TimeoutTerm)[])
  const days = String(1 + below(6))
  const sent = { term, days, password: PASSWORD }
  const { code } = await call(of, 'POST /api/protection/timeout', sent)
  if (code !== 200) return
  count('break')
  const hours = term === '' ? Number(days) * 24 : timeouts[term].hours
  follows(() => model.paused(of.memberId, hours / 24))
}
const exclude: Deed = async of => {
  const term = pick(['6m', '6m', '6m', '1y', 'forever'] as ExclusionTerm[])
  const sent = { term, word: '我要排除', password: PASSWORD }
  const { code } = await call(of, 'POST /api/protection/exclude', sent)
  if (code !== 200) return
  count('exclusion')
  follows(() => model.excluded(of.memberId, exclusions[term].months))
}
const comeBack: Deed = async of => {
  const agree = chance(0.9) ? 1 : 0
  const { code } = await call(of, 'POST /api/protection/return', { agree, password: PASSWORD })
  if (code !== 200) return
  count('return asked or taken back')
  model.returning(of.memberId, agree === 1)
}
const close: Deed = async of => {
  if (chance(0.8)) return
  const sent = { password: PASSWORD, paypassword: '888888', reason: '' }
  const { code } = await call(of, 'POST /api/closing/ask', sent)
  if (code !== 200) return
  count('closing')
  follows(() => model.closing(of.memberId))
}

const deposit: Deed = async of => {
  const amount = chance(0.2) ? '2000' : String(100 * (1 + below(4)))
  const way = chance(0.6) ? { paytype: 'wxpay' } : bankTransfer
  const { code } = await call(of, 'POST /api/recharge', { ...way, amount })
  count(`deposit ${code}`)
}
const moveTo =
  (targettype: Code): Deed =>
  async of => {
    const sent = { sourcetype: 'userbalance', targettype, amount: String(20 + below(200)) }
    count(`transfer in ${(await call(of, 'POST /api/transfer', sent)).code}`)
  }
const moveIn: Deed = of => moveTo(pick(CODES))(of)
const moveOut: Deed = of => {
  const sent = { sourcetype: pick(CODES), targettype: 'userbalance', amount: String(1 + below(30)) }
  return call(of, 'POST /api/transfer', sent)
}
const launchAt =
  (code: Code): Deed =>
  async of => {
    const sent = { plat_name: code, game_type: 0, game_code: GAMES[code], is_mobile_url: 1 }
    const said = await call<{ url: string }>(of, 'POST /api/getGameUrl', sent)
    count(`launch ${said.code}`)
    if (said.code !== 200) return 'in vain'
    launched(of.memberId)
    of.addresses.push({ code, token: new URL(said.data.url).hash.slice('#t='.length) })
    return undefined
  }
const launch: Deed = of => launchAt(pick(CODES))(of)

const bind: Deed = async of => {
  // Now and then a card that another account shows as well.
  const other = chance(0.04) ? some(everybody)?.cards[0]?.number : undefined
  const number = other ?? `62220200${String(next()).padStart(8, '0')}`
  const said = await call(of, 'POST /api/bindcard', bankCard(number))
  if (said.code !== 200) return
  const cards = await call<{ id: number }[]>(of, 'POST /api/getcard', { type: 1 })
  const id = cards.data.at(-1)?.id
  if (id !== undefined) of.cards.push({ id, number })
  model.carded(of, number)
}
const profile: Deed = async of => {
  // Now and then the birthday of another account: then they are one person.
  const birthday = chance(0.05) ? pick(everybody).birthday : of.birthday
  const sent = { email: `a${next()}@example.cn`, mobile: `138${10_000_000 + next()}`, birthday }
  const { code } = await call(of, 'POST /api/updateuserinfo', sent)
  if (code === 200) model.born(of, birthday)
}

const MIN_FEN = 100_00n
/** Money can always be asked for; only turnover keeps it with who may still play. */
const withdraw: Deed = async of => {
  const card = of.cards[0] ?? (await bind(of), of.cards[0])
  if (!card) return
  const { cashAvailableFen } = await balances(owner, of.memberId)
  const free = model.mayTakeAll(of.memberId)
  if (cashAvailableFen < (free ? 1n : MIN_FEN)) return
  const fen = free ? cashAvailableFen : MIN_FEN
  const amount = (Number(fen) / 100).toFixed(2)
  const sent = { amount, bank: card.id, password: '888888' }
  const said = await call(of, 'POST /api/withdraw', sent)
  count(`withdrawal ${free ? 'of who leaves ' : ''}${said.code}`)
  if (said.code === 200) return
  if (free || !/打码量/.test(said.message)) never(`${of.memberId} cannot withdraw: ${said.message}`)
}

const claimRebate: Deed = of => call(of, 'POST /api/dofanshui')
const claimPacket: Deed = of => call(of, 'POST /api/douserredpacket')

const apply: Deed = of => call(of, 'POST /api/doactivityapply', { activityid: pick(activities) })

let bornSoFar = 0
/** Nobody shares a birthday by chance. */
const nextBirthday = () => addDays('1980-01-01', (bornSoFar += 1) % 9_700)

/** A new account, now and then by somebody who has one already. */
export async function register(): Promise<Member | undefined> {
  const twin = chance(0.3) ? some(everybody) : undefined
  const device = twin && chance(0.5) ? twin.device : newDevice()
  const birthday = twin && chance(0.6) ? twin.birthday : nextBirthday()
  const forbidden = model.isKnownExcluded(device, birthday)
  const name = `j${String(next()).padStart(7, '0')}`
  const site = pick(sites)
  const said = await site.call<{ api_token: string }>(
    'POST /api/register',
    {
      name,
      password: PASSWORD,
      confirmPass: PASSWORD,
      realname: '测试员',
      paypassword: '888888',
      code: 'abcd',
      pid: chance(0.5) ? String(some(everybody)?.memberId ?? '') : '',
      birthday,
    },
    { headers: { cookie: `tianping_device=${device}`, 'x-forwarded-for': anyAddress() } },
  )
  note(`register ${name} ${birthday} ${device} ${said.code} ${said.message}`)
  count(`registration ${forbidden ? 'of who is excluded ' : ''}${said.code}`)
  if (said.code !== 200 && !forbidden && everybody.length === 0) never(said.message)
  if (said.code !== 200) return undefined
  if (forbidden) never(`${name} opened an account beside an excluded one`)
  const { api_token: token } = said.data
  const me = await site.call<{ id: number }>('POST /api/user', {}, { token })
  const memberId = BigInt(me.data.id)
  const of: Member = {
    name,
    memberId,
    token,
    device,
    birthday,
    addresses: [],
    seats: [],
    cards: [],
  }
  everybody.push(of)
  active.push(of)
  await gift(of, 3_000_00n)
  return of
}

/** Deeds that the model has to know of, by the call they make. */
const known: Partial<Record<CallName, Deed>> = {
  'POST /api/protection/limit': setLimit,
  'POST /api/protection/limit/confirm': confirm,
  'POST /api/protection/timeout': takeBreak,
  'POST /api/protection/exclude': exclude,
  'POST /api/protection/return': comeBack,
  'POST /api/closing/ask': close,
  'POST /api/recharge': deposit,
  'POST /api/transfer': async of => (chance(0.7) ? moveIn(of) : moveOut(of)),
  'POST /api/getGameUrl': launch,
  'POST /api/bindcard': bind,
  'POST /api/updateuserinfo': profile,
  'POST /api/withdraw': withdraw,
  'POST /api/register': async () => register(),
  'POST /api/doactivityapply': apply,
  'POST /api/douserredpacket': claimPacket,
  'POST /api/dofanshui': claimRebate,
  'POST /api/applyagentdo': of =>
    call(of, 'POST /api/applyagentdo', { mobile: '13800138000', apply_info: '有社群资源' }),
  'POST /api/uptransferstatus': async of => {
    // Automatic transfers are the exception, since nobody moves money by hand with them.
    await call(of, 'POST /api/uptransferstatus', { status: chance(0.2) ? 1 : 0 })
  },
}
/** What the member does most; the rest of the contract shares the rest of the time. */
const often: Deed[] = [
  launch,
  moveIn,
  ...Array.from({ length: 4 }, () => deposit),
  setLimit,
  confirm,
  claimRebate,
  claimPacket,
  comeBack,
  withdraw,
]
const names = Object.keys(calls) as CallName[]

/** One call of one member: any of the contract. */
export async function anyCall(of: Member): Promise<unknown> {
  if (chance(0.5)) return pick(often)(of)
  const name = pick(names)
  count(`any ${name}`)
  return (known[name] ?? (each => call(each, name, anyPayload(name))))(of)
}
export const neverMade = () => names.filter(name => !counts[`any ${name}`])

const BETS = 6
/** An evening at a game, deed by deed; now and then at two games, or with a limit in between. */
export function evening(): Deed[] {
  const code = pick(CODES)
  const bets = Array.from({ length: 1 + below(BETS) }, () => play)
  const before = chance(0.3) ? [setLimit] : []
  const other = chance(0.3) ? [launchAt(pick(CODES)), sit, play, play] : []
  const between = chance(0.3) ? [setLimit, ...bets] : bets
  return [...before, moveTo(code), launchAt(code), sit, ...bets, ...other, ...between]
}

const limitTo =
  (kind: LimitKind, amount: string): Deed =>
  async of => {
    const { code } = await call(of, 'POST /api/protection/limit', { kind, amount })
    const size = amount === '' ? null : BigInt(amount) * 100n
    if (code === 200) model.limited(of.memberId, kind, size, 'member')
  }
const wait =
  (hours: number): Deed =>
  () =>
    pass(hours * HOUR_MS)
/** A limit is raised or taken away, and tried before its time, after it, and once confirmed. */
export function raising(): Deed[] {
  const kind = pick(['deposit_day', 'deposit_week', 'stake_day', 'loss_week'] as const)
  const code = pick(['FG', 'PP'] as const)
  const game = [moveTo(code), launchAt(code), sit, play, play, play, play]
  const tries = kind.startsWith('deposit') ? [deposit, deposit, deposit] : game
  const agree: Deed = of => confirmOf(of, kind, 1)
  const set = limitTo(kind, kind.startsWith('deposit') ? '300' : '10')
  const raise = limitTo(kind, pick(['', '5000']))
  return [set, raise, agree, ...tries, wait(pick([23, 25])), ...tries, agree, ...tries]
}
/** Whoever is blocked tries every door. */
export const knocking = (): Deed[] => [
  comeBack,
  deposit,
  moveIn,
  launch,
  sit,
  play,
  claimRebate,
  claimPacket,
  apply,
  withdraw,
]

/** What the hour of red packets is for. */
export const packets = (): Deed[] => [claimPacket, claimRebate, apply]

/** What is worth doing twice at the same moment. */
export const pairs: Deed[][] = [
  ...Array.from({ length: 5 }, () => [launchAt('FG'), launchAt('PP')]),
  [launchAt('FG'), launchAt('FG')],
  ...Array.from({ length: 4 }, () => [setLimit, launch]),
  [exclude, launch],
  [takeBreak, launch],
  [exclude, moveIn],
  [takeBreak, deposit],
  [deposit, deposit],
  [deposit, deposit],
  [setLimit, deposit],
]
