// The wallet of an operator under examination: the kit calls it as a seamless venue does.
import { randomUUID } from 'node:crypto'
import type { Exchange } from '../exchange.ts'
import { hold, same } from '../subject.ts'
import type { Session, WalletDriver } from './drivers.ts'
import { fieldsOf, PER_FEN, post, signatureBy, type Fields } from './line.ts'

export type WalletAccount = {
  /** Where the paths of the wallet begin. */
  url: string
  /** The private key of the venue, PEM. */
  key: string
  currency: string
}
/** What is wrong with a call, on purpose. */
export type Wrong = { key?: string; signature?: string; sent?: string; cut?: 'answer' }
export type Said = { status: string; balance: number }

export class WalletSubject {
  seen: Exchange[] = []
  private readonly account: WalletAccount
  private readonly driver: WalletDriver
  private opened: Promise<Session> | null = null

  constructor(account: WalletAccount, driver: WalletDriver) {
    this.account = account
    this.driver = driver
  }

  session(): Promise<Session> {
    this.opened ??= this.driver.open()
    return this.opened
  }

  async send(path: string, fields: Fields, wrong: Wrong = {}): Promise<Exchange> {
    const { url, key } = this.account
    const body = JSON.stringify({ request_uuid: randomUUID(), ...fields })
    const signature = wrong.signature ?? signatureBy(wrong.key ?? key, body)
    const posted = { url: `${url}/${path}`, body: wrong.sent ?? body, signature }
    const seen = await post(wrong.cut ? { ...posted, cut: wrong.cut } : posted)
    this.seen.push(seen)
    return seen
  }

  /** The word and the balance of an answer in the shape of the page. */
  async ask(path: string, fields: Fields, wrong?: Wrong): Promise<Said> {
    const seen = await this.send(path, fields, wrong)
    const { answer, broken } = seen
    hold(answer, `an answer comes: ${broken}`)
    const shown = `HTTP ${answer.status} ${answer.body.slice(0, 200)}`
    const said = fieldsOf(answer.body)
    hold(answer.status === 200 && said, `HTTP 200 with a JSON object: ${shown}`)
    hold(typeof said['status'] === 'string', `a word in status: ${shown}`)
    const asked = fieldsOf(seen.request.body)
    for (const name of ['user', 'request_uuid'])
      same(said[name], asked?.[name], `${name} of the answer`)
    const balance = said['balance']
    if (said['status'] === 'RS_OK' && path !== 'user/info') {
      hold(Number.isSafeInteger(balance), `a whole balance: ${shown}`)
      same(said['currency'], this.account.currency, 'currency of the answer')
    }
    return { status: said['status'], balance: Number(balance ?? 0) }
  }

  /** The call has to be answered with this word. */
  async get(word: string, path: string, fields: Fields, wrong?: Wrong): Promise<Said> {
    const said = await this.ask(path, fields, wrong)
    same(said.status, word, `status of ${path}`)
    return said
  }

  async balance(): Promise<number> {
    const { user, token } = await this.session()
    return (await this.get('RS_OK', 'user/balance', { user, token })).balance
  }

  /** The fields of a bet in a round of its own. */
  async bet(fen: number): Promise<Fields & { transaction_uuid: string }> {
    const { currency } = this.account
    return {
      ...(await this.session()),
      currency,
      round: `kit-${randomUUID()}`,
      round_closed: false,
      transaction_uuid: randomUUID(),
      amount: fen * PER_FEN,
    }
  }

  /** The balance has to have changed by so many fen. */
  async moved(before: number, fen: number) {
    same((await this.balance()) - before, fen * PER_FEN, 'change of the balance')
  }
}

/** The fields of a win or a rollback of a bet. */
export function after(bet: Fields, fen?: number): Fields & { transaction_uuid: string } {
  const { user, currency, round, game_code, transaction_uuid } = bet
  const about = { user, currency, round, game_code, round_closed: true }
  const amount = fen === undefined ? {} : { amount: fen * PER_FEN }
  return {
    ...about,
    ...amount,
    transaction_uuid: randomUUID(),
    reference_transaction_uuid: transaction_uuid,
  }
}
