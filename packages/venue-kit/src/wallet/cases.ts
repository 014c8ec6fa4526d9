// What a wallet has to stand, by the part on seamless wallets of docs/venues.md.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { hold, same } from '../subject.ts'
import { PER_FEN } from './line.ts'
import { after, type WalletSubject } from './subject.ts'

export type WalletCase = {
  id: string
  rule: string
  section: string
  run: (at: WalletSubject) => Promise<void>
}

const [BET, WIN, BACK] = ['transaction/bet', 'transaction/win', 'transaction/rollback'] as const
const GONE = 'RS_ERROR_TRANSACTION_ROLLED_BACK'
const FEN = 100

/** Does something that must move this much, from the balance before to the one after. */
async function moves(at: WalletSubject, fen: number, work: (before: number) => Promise<unknown>) {
  const before = await at.balance()
  await work(before)
  await at.moved(before, fen)
}

const rules: Omit<WalletCase, 'section'>[] = [
  {
    id: 'info',
    rule: 'a known player is known',
    run: async at => {
      const { user } = await at.session()
      await at.get('RS_OK', 'user/info', { user })
    },
  },
  {
    id: 'bet-win',
    rule: 'a bet takes its stake, its win pays, and both answer the balance after them',
    run: async at =>
      moves(at, FEN, async before => {
        const bet = await at.bet(FEN)
        same((await at.get('RS_OK', BET, bet)).balance, before - FEN * PER_FEN, 'balance after it')
        const paid = await at.get('RS_OK', WIN, after(bet, 2 * FEN))
        same(paid.balance, before + FEN * PER_FEN, 'balance after the win')
      }),
  },
  {
    id: 'bet-lost',
    rule: 'a round that is closed by a win of nothing pays nothing, and takes no further bet',
    run: async at =>
      moves(at, -FEN, async () => {
        const bet = await at.bet(FEN)
        await at.get('RS_OK', BET, bet)
        await at.get('RS_OK', WIN, after(bet, 0))
        const { status } = await at.ask(BET, { ...bet, transaction_uuid: randomUUID() })
        hold(status !== 'RS_OK', 'a bet in a round that has ended is refused')
      }),
  },
  {
    id: 'bet-twice',
    rule: 'a bet that is sent again gets the same answer and takes nothing more',
    run: async at =>
      moves(at, -FEN, async () => {
        const bet = await at.bet(FEN)
        const first = await at.get('RS_OK', BET, bet)
        same(await at.ask(BET, bet), first, 'the second answer')
      }),
  },
  {
    id: 'bet-at-once',
    rule: 'a bet that comes twice at the same moment counts once',
    run: async at =>
      moves(at, -FEN, async () => {
        const bet = await at.bet(FEN)
        await Promise.all([at.get('RS_OK', BET, bet), at.get('RS_OK', BET, bet)])
      }),
  },
  {
    id: 'bet-unheard',
    rule: 'a bet whose answer was not waited for counts once, however it is sent again',
    run: async at =>
      moves(at, -FEN, async () => {
        const bet = await at.bet(FEN)
        await at.send(BET, bet, { cut: 'answer' })
        await at.get('RS_OK', BET, bet)
      }),
  },
  {
    id: 'bet-changed',
    rule: 'another amount under the number of a bet is a duplicate, and nothing moves',
    run: async at =>
      moves(at, -FEN, async () => {
        const bet = await at.bet(FEN)
        await at.get('RS_OK', BET, bet)
        const other = { ...bet, amount: 2 * FEN * PER_FEN }
        await at.get('RS_ERROR_DUPLICATE_TRANSACTION', BET, other)
      }),
  },
  {
    id: 'overdraft',
    rule: 'a bet above the balance is refused, and nothing moves',
    run: async at =>
      moves(at, 0, async before => {
        const bet = await at.bet(Math.floor(before / PER_FEN) + 1)
        await at.get('RS_ERROR_NOT_ENOUGH_MONEY', BET, bet)
      }),
  },
  {
    id: 'win-twice',
    rule: 'a win that is sent again pays once',
    run: async at =>
      moves(at, FEN, async () => {
        const bet = await at.bet(FEN)
        await at.get('RS_OK', BET, bet)
        const win = after(bet, 2 * FEN)
        const first = await at.get('RS_OK', WIN, win)
        same(await at.ask(WIN, win), first, 'the second answer')
      }),
  },
  {
    id: 'win-unknown',
    rule: 'a win of a bet that never came is refused',
    run: async at =>
      moves(at, 0, async () => {
        const win = after(await at.bet(FEN), FEN)
        await at.get('RS_ERROR_TRANSACTION_DOES_NOT_EXIST', WIN, win)
      }),
  },
  {
    id: 'rollback',
    rule: 'a rollback returns the stake once, however often it comes, and no win follows it',
    run: async at =>
      moves(at, 0, async () => {
        const bet = await at.bet(FEN)
        await at.get('RS_OK', BET, bet)
        const back = after(bet)
        await at.get('RS_OK', BACK, back)
        await at.get('RS_OK', BACK, back)
        await at.get('RS_OK', BACK, { ...back, transaction_uuid: randomUUID() })
        await at.get(GONE, WIN, after(bet, FEN))
      }),
  },
  {
    id: 'rollback-first',
    rule: 'a bet whose rollback came before it is refused',
    run: async at =>
      moves(at, 0, async () => {
        const bet = await at.bet(FEN)
        await at.get('RS_OK', BACK, after(bet))
        await at.get(GONE, BET, bet)
      }),
  },
  {
    id: 'bonus-win',
    rule: 'a free win without a reference pays once',
    run: async at =>
      moves(at, FEN, async () => {
        const { reference_transaction_uuid: _, ...win } = after(await at.bet(0), FEN)
        await at.get('RS_OK', WIN, { ...win, is_free: true })
        await at.get('RS_OK', WIN, { ...win, is_free: true })
      }),
  },
  {
    id: 'free-bet',
    rule: 'a free bet takes nothing, whatever amount it names',
    run: async at =>
      moves(at, 0, async () => {
        const bet = { ...(await at.bet(FEN)), is_free: true }
        await at.get('RS_OK', BET, bet)
        await at.get('RS_OK', WIN, { ...after(bet, 0), is_free: true })
      }),
  },
  {
    id: 'signature',
    rule: 'a call that is not signed by the venue, or not over its body, is refused',
    run: async at =>
      moves(at, 0, async () => {
        const word = 'RS_ERROR_INVALID_SIGNATURE'
        const bet = await at.bet(FEN)
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
        const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
        await at.get(word, BET, bet, { key })
        await at.get(word, BET, bet, { signature: '' })
        const other = JSON.stringify({ ...bet, request_uuid: randomUUID(), amount: PER_FEN })
        await at.get(word, BET, bet, { sent: other })
      }),
  },
  {
    id: 'token',
    rule: 'a token of no launch opens nothing',
    run: async at =>
      moves(at, 0, async () => {
        const token = randomUUID()
        const { user } = await at.session()
        await at.get('RS_ERROR_INVALID_TOKEN', 'user/balance', { user, token })
        await at.get('RS_ERROR_INVALID_TOKEN', BET, { ...(await at.bet(FEN)), token })
      }),
  },
  {
    id: 'foreign',
    rule: 'another currency, and a game of another launch, take no bet',
    run: async at =>
      moves(at, 0, async () => {
        const [bet, other] = [await at.bet(FEN), await at.bet(FEN)]
        await at.get('RS_ERROR_WRONG_CURRENCY', BET, { ...bet, currency: 'EUR' })
        await at.get('RS_ERROR_INVALID_GAME', BET, { ...other, game_code: 'kit-no-game' })
      }),
  },
  {
    id: 'shape',
    rule: 'a part of a fen, less than nothing and a missing field move nothing',
    run: async at =>
      moves(at, 0, async () => {
        const bet = await at.bet(FEN)
        await at.get('RS_ERROR_WRONG_TYPES', BET, { ...bet, amount: 1 })
        await at.get('RS_ERROR_WRONG_TYPES', BET, { ...bet, amount: -PER_FEN })
        const { round: _, ...without } = bet
        await at.get('RS_ERROR_WRONG_SYNTAX', BET, without)
      }),
  },
]

export const walletCases: readonly WalletCase[] = rules.map(rule => ({
  ...rule,
  section: 'A seamless wallet',
}))
