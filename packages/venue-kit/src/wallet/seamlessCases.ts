// What a seamless venue has to stand: the kit is the operator and its wallet.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Exchange } from '../exchange.ts'
import { hold, POLL_MS, same } from '../subject.ts'
import type { SeamlessDriver } from './drivers.ts'
import type { Heard, KitWallet, WalletCall, WalletFault } from './kitWallet.ts'
import { fieldsOf, PER_FEN, post, signatureBy, type Fields } from './line.ts'

export type SeamlessAccount = {
  /** The venue's address, before `/operator/generic/v2`. */
  url: string
  /** `operator/sub partner`, as the venue knows the operator. */
  merchant: string
  /** The operator's private key, PEM. */
  key: string
  currency: string
  game?: string
}
export type SeamlessSubject = {
  account: SeamlessAccount
  driver: SeamlessDriver
  wallet: KitWallet
  patienceMs: number
  /** What the kit asked in the case that runs. */
  asked: Exchange[]
}
export type SeamlessCase = {
  id: string
  rule: string
  section: string
  run: (at: SeamlessSubject) => Promise<void>
}

const BET = 'transaction/bet'
const WIN = 'transaction/win'
const BACK = 'transaction/rollback'
const STAKE = 100
/** How long a venue may take to send again what was not answered, where nobody says otherwise. */
export const PATIENCE_MS = 30_000

async function ask({ account, asked }: SeamlessSubject, path: string, fields: Fields, key = '') {
  const [operator, partner] = account.merchant.split('/')
  const about = { operator_id: Number(operator), sub_partner_id: partner ?? operator }
  const body = JSON.stringify({ ...about, ...fields, request_uuid: randomUUID() })
  const signature = signatureBy(key || account.key, body)
  const seen = await post({ url: `${account.url}/operator/generic/v2${path}`, body, signature })
  asked.push(seen)
  hold(seen.answer?.status === 200, `HTTP 200: ${seen.answer?.status ?? seen.broken}`)
  return seen.answer.body
}

async function games(at: SeamlessSubject): Promise<Fields[]> {
  const list: unknown = JSON.parse(await ask(at, '/game/list', { currency: at.account.currency }))
  hold(Array.isArray(list) && list.length > 0, 'a list of games')
  return list as Fields[]
}

async function launched(at: SeamlessSubject) {
  const { game, currency } = at.account
  const game_code = game ?? String((await games(at))[0]?.['game_code'])
  const [user, token] = [String(900_000_000 + at.wallet.heard.length), randomUUID()]
  const lobby_url = 'https://member.example/lobby'
  const asked = { user, token, game_code, currency, lang: 'zh', platform: 'GPL_MOBILE', lobby_url }
  const url = fieldsOf(await ask(at, '/game/url', { ...asked, country: 'CN' }))?.['url']
  hold(typeof url === 'string' && URL.canParse(url), `an address: ${String(url)}`)
  return { url, user, token, game_code }
}

type Playing = { faults?: readonly WalletFault[]; win?: number }

/** Plays one round and answers what the venue called, and what the member won or lost. */
async function round(at: SeamlessSubject, { faults = [], win }: Playing) {
  const { wallet, driver } = at
  const opened = await launched(at)
  wallet.fund(opened.user, 10 * STAKE)
  const mark = wallet.heard.length
  wallet.faults = [...faults]
  const asked = { ...opened, stake: STAKE }
  await (win === undefined ? driver.lose(asked) : driver.play({ ...asked, win }))
  const heard = () => wallet.heard.slice(mark).filter(each => each.fields['user'] === opened.user)
  const net = () => wallet.balance(opened.user) - 10 * STAKE
  return { opened, heard, net }
}

const of = (heard: readonly Heard[], call: WalletCall) => heard.filter(each => each.call === call)
const numbers = (heard: readonly Heard[]) => [
  ...new Set(heard.map(({ fields }) => fields['transaction_uuid'])),
]

async function until({ patienceMs }: SeamlessSubject, fits: () => boolean, rule: string) {
  const end = Date.now() + patienceMs
  while (!fits()) {
    hold(Date.now() < end, `${rule}, within ${patienceMs / 1_000} s`)
    await pause(POLL_MS)
  }
}

/** A bet without an answer is taken back, until that is answered. */
async function takenBack(at: SeamlessSubject, faults: readonly WalletFault[]) {
  const { heard, net } = await round(at, { faults, win: 2 * STAKE })
  const wanted = faults.filter(({ call }) => call === BACK).length + 1
  await until(at, () => of(heard(), BACK).length >= wanted, 'the bet is taken back')
  const [bet] = of(heard(), BET)
  const [back] = of(heard(), BACK)
  const named = back?.fields['reference_transaction_uuid']
  same(named, bet?.fields['transaction_uuid'], 'what the rollback names')
  same(numbers(of(heard(), BACK)).length, 1, 'numbers of the rollback: a retry keeps its number')
  same(net(), 0, 'net of the member in fen')
}

/** A win without an answer is sent again under its number. */
async function paidOnce(at: SeamlessSubject, kind: WalletFault['kind']) {
  const { heard, net } = await round(at, { faults: [{ call: WIN, kind }], win: 3 * STAKE })
  await until(at, () => of(heard(), WIN).length > 1, 'the win is sent again')
  same(numbers(of(heard(), WIN)).length, 1, 'numbers of the win: a retry keeps its number')
  same(net(), 2 * STAKE, 'net of the member in fen')
}

const rules: Omit<SeamlessCase, 'section'>[] = [
  {
    id: 'games',
    rule: 'the list of games has a code and a name for each',
    run: async at => {
      for (const { game_code, name } of await games(at))
        hold(game_code && name, `game_code and name: ${String(game_code)}, ${String(name)}`)
    },
  },
  {
    id: 'foreign-key',
    rule: 'a call that another key signed is refused',
    run: async at => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
      const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
      const said = fieldsOf(await ask(at, '/game/list', { currency: at.account.currency }, key))
      same(said?.['status'], 'RS_ERROR_INVALID_SIGNATURE', 'status')
    },
  },
  {
    id: 'address',
    rule: 'a launch is answered with an address',
    run: async at => void (await launched(at)),
  },
  {
    id: 'round-won',
    rule: 'a round is one bet of the stake and one win that names it, and is closed',
    run: async at => {
      const { heard, net, opened } = await round(at, { win: 3 * STAKE })
      await until(at, () => net() === 2 * STAKE, 'the win is paid')
      const [[bet, ...bets], [win, ...wins]] = [of(heard(), BET), of(heard(), WIN)]
      same([bets.length, wins.length, of(heard(), BACK).length], [0, 0, 0], 'further calls')
      same(bet?.fields['amount'], STAKE * PER_FEN, 'amount of the bet')
      same(bet?.fields['token'], opened.token, 'token of the bet')
      for (const name of ['user', 'round', 'game_code', 'currency'])
        same(win?.fields[name], bet?.fields[name], `${name} of bet and win`)
      const named = win?.fields['reference_transaction_uuid']
      same(named, bet?.fields['transaction_uuid'], 'what the win names')
      same(win?.fields['round_closed'], true, 'round_closed of the win')
    },
  },
  {
    id: 'round-lost',
    rule: 'a round that pays nothing is closed too',
    run: async at => {
      const { heard, net } = await round(at, {})
      const isClosed = () => heard().some(({ fields }) => fields['round_closed'] === true)
      await until(at, isClosed, 'a call closes the round')
      same(net(), -STAKE, 'net of the member in fen')
    },
  },
  {
    id: 'refused',
    rule: 'a refused bet is not played: no win follows it',
    run: async at => {
      const faults: WalletFault[] = [{ call: BET, kind: 'refused' }]
      const { heard, net } = await round(at, { faults, win: 3 * STAKE })
      same([of(heard(), WIN).length, net()], [0, 0], 'wins, and net of the member in fen')
    },
  },
  {
    id: 'bet-unanswered',
    rule: 'a bet that was taken and not answered is taken back',
    run: async at => takenBack(at, [{ call: BET, kind: 'dropped after' }]),
  },
  {
    id: 'bet-unheard',
    rule: 'a bet that did not arrive is taken back',
    run: async at => takenBack(at, [{ call: BET, kind: 'dropped before' }]),
  },
  {
    id: 'rollback-unanswered',
    rule: 'a rollback without an answer is sent again under its number',
    run: async at =>
      takenBack(at, [
        { call: BET, kind: 'dropped after' },
        { call: BACK, kind: 'dropped after' },
      ]),
  },
  {
    id: 'win-unanswered',
    rule: 'a win that was paid and not answered is sent again, under its number',
    run: async at => paidOnce(at, 'dropped after'),
  },
  {
    id: 'win-error',
    rule: 'a win that met an error is sent again, under its number',
    run: async at => paidOnce(at, 'answered with 500, not done'),
  },
  {
    id: 'line',
    rule: 'every call was signed over its body, in shape, with a request_uuid of its own',
    run: async ({ wallet }) => {
      hold(wallet.heard.length > 0, 'calls reach the wallet')
      same([...new Set(wallet.broken)], [], 'what was wrong')
    },
  },
]

export const seamlessCases: readonly SeamlessCase[] = rules.map(rule => ({
  ...rule,
  section: 'A seamless wallet',
}))
