// The kit as an operator's wallet: a seamless venue calls it. It notes each call, keeps every
// number once, and breaks the line where a case asks for it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Exchange } from '../exchange.ts'
import { fieldsOf, isSignedBy, PER_FEN, SIGNATURE, type Fields } from './line.ts'

const CALLS = ['user/info', 'user/balance', 'transaction/bet', 'transaction/win'] as const
const ROLLBACK = 'transaction/rollback'
const GONE = 'RS_ERROR_TRANSACTION_ROLLED_BACK'
export type WalletCall = (typeof CALLS)[number] | typeof ROLLBACK
const isCall = (path: string): path is WalletCall =>
  path === ROLLBACK || CALLS.some(call => call === path)

export type WalletFault = {
  call: WalletCall
  kind: 'dropped before' | 'dropped after' | 'answered with 500, not done' | 'refused'
}
export type Heard = { call: WalletCall; fields: Fields; exchange: Exchange }
type Taken = { url: string; fields: Fields; body: string; signature: string }
type Done = { mark: string; answer: Fields; amount: number; user: string; undone: boolean }

const text = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

export class KitWallet {
  readonly heard: Heard[] = []
  /** Broken rules of the line: signatures, shapes, numbers that were used twice. */
  readonly broken: string[] = []
  /** The calls that broke one. */
  readonly wrong: Exchange[] = []
  /** What strikes the next calls, each once, in this order. */
  faults: WalletFault[] = []
  url = ''
  private readonly balances = new Map<string, number>()
  private readonly done = new Map<string, Done>()
  private readonly undone = new Set<string>()
  private readonly requests = new Set<string>()
  private readonly key: string
  private readonly server: Server

  /** `key` is the venue's public key, PEM. */
  constructor(key: string) {
    this.key = key
    this.server = createServer((request, to) => {
      this.serve(request, to).catch(() => to.destroy())
    })
  }

  async listen(host: string, port: number) {
    await new Promise<void>(done => this.server.listen(port, host, done))
    this.url = `http://${host}:${(this.server.address() as AddressInfo).port}/wallet`
  }

  close() {
    this.server.closeAllConnections()
    return new Promise<void>(done => this.server.close(() => done()))
  }

  /** In fen. */
  balance = (user: string) => (this.balances.get(user) ?? 0) / PER_FEN
  fund = (user: string, fen: number) => this.add(user, fen * PER_FEN)

  private add(user: string, amount: number) {
    this.balances.set(user, (this.balances.get(user) ?? 0) + amount)
  }

  private async serve(request: IncomingMessage, to: ServerResponse) {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const body = Buffer.concat(parts).toString('utf8')
    const call = (request.url ?? '').replace('/wallet/', '')
    const fields = fieldsOf(body)
    if (!isCall(call) || !fields) {
      this.broken.push(`${request.url}: no call of a wallet, or no JSON`)
      return void to.writeHead(404).end()
    }
    const signature = String(request.headers[SIGNATURE] ?? '')
    const exchange = this.take(call, { url: request.url ?? '', fields, body, signature })
    if (!exchange.answer) return void request.socket.destroy()
    to.writeHead(exchange.answer.status, { 'content-type': 'application/json' })
    to.end(exchange.answer.body)
  }

  /** One call with the fault that waits for it; no answer where it is dropped. */
  private take(call: WalletCall, of: Taken): Exchange {
    const { url, fields, body } = of
    const before = this.broken.length
    const wrong = this.wrongOf(call, of)
    if (wrong) this.broken.push(`${call}: ${wrong}`)
    const fault = this.faults[0]?.call === call ? this.faults.shift() : undefined
    const said = this.answerOf(call, fields, fault)
    const exchange = exchangeOf({ url, body, said, fault })
    this.heard.push({ call, fields, exchange })
    if (this.broken.length > before) this.wrong.push(exchange)
    return exchange
  }

  /** The first rule of the line that a call breaks. */
  private wrongOf(call: WalletCall, { fields, body, signature }: Taken) {
    if (!isSignedBy(this.key, body, signature)) return 'it is not signed over its body'
    const request = text(fields, 'request_uuid')
    if (request === '') return 'request_uuid is missing'
    if (this.requests.has(request)) return `request_uuid ${request} came twice`
    this.requests.add(request)
    if (text(fields, 'user') === '') return 'user is missing'
    return call.startsWith('transaction/') ? wrongMovement(call, fields) : null
  }

  private answerOf(call: WalletCall, fields: Fields, fault?: WalletFault): Fields | null {
    if (fault?.kind === 'dropped before' || fault?.kind === 'answered with 500, not done')
      return null
    const user = text(fields, 'user')
    const about = { user, request_uuid: fields['request_uuid'], currency: fields['currency'] }
    const word = fault?.kind === 'refused' ? 'RS_ERROR_NOT_ENOUGH_MONEY' : this.judge(call, fields)
    return { ...about, status: word, balance: this.balances.get(user) ?? 0 }
  }

  /** Does what a call says, once by its number, and answers the word. */
  private judge(call: WalletCall, fields: Fields): string {
    if (!call.startsWith('transaction/')) return 'RS_OK'
    const { amount, user, round, game_code, reference_transaction_uuid: named } = fields
    const number = text(fields, 'transaction_uuid')
    const mark = JSON.stringify([call, user, round, game_code, amount, named ?? null])
    const before = this.done.get(number)
    if (before && before.mark !== mark)
      this.broken.push(`${call}: other figures under the number ${number}`)
    if (before) return text(before.answer, 'status')
    const reference = text(fields, 'reference_transaction_uuid')
    const status = this.apply(call, { ...fields, number, named: reference })
    const kept = { mark, answer: { status }, amount: Number(amount ?? 0) }
    this.done.set(number, { ...kept, user: String(user), undone: false })
    return status
  }

  private apply(call: WalletCall, fields: Fields & { number: string; named: string }): string {
    if (call === ROLLBACK) return this.undo(fields.named)
    return call === 'transaction/bet' ? this.bet(fields) : this.win(fields)
  }

  private bet({ number, ...fields }: Fields & { number: string }): string {
    if (this.undone.has(number)) return GONE
    const amount = fields['is_free'] === true ? 0 : Number(fields['amount'])
    const user = text(fields, 'user')
    if ((this.balances.get(user) ?? 0) < amount) return 'RS_ERROR_NOT_ENOUGH_MONEY'
    this.add(user, -amount)
    return 'RS_OK'
  }

  private win({ named, ...fields }: Fields & { named: string }): string {
    if (this.undone.has(named)) return GONE
    const isBonus = fields['is_free'] === true && named === ''
    if (!isBonus && !this.done.has(named)) return 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST'
    this.add(text(fields, 'user'), Number(fields['amount']))
    return 'RS_OK'
  }

  private undo(named: string): string {
    const bet = this.done.get(named)
    this.undone.add(named)
    if (!bet || bet.undone || bet.answer['status'] !== 'RS_OK') return 'RS_OK'
    bet.undone = true
    this.add(bet.user, bet.amount)
    return 'RS_OK'
  }
}

function wrongMovement(call: WalletCall, fields: Fields): string | null {
  for (const name of ['transaction_uuid', 'round', 'game_code'])
    if (text(fields, name) === '') return `${name} is missing`
  if (call === ROLLBACK)
    return text(fields, 'reference_transaction_uuid') ? null : 'it names nothing to undo'
  const amount = fields['amount']
  if (!Number.isSafeInteger(amount) || Number(amount) < 0) return `amount ${String(amount)}`
  if (Number(amount) % PER_FEN !== 0) return `amount ${String(amount)} is no whole fen`
  return call === 'transaction/bet' && text(fields, 'token') === '' ? 'token is missing' : null
}

type Seen = { url: string; body: string; said: Fields | null; fault: WalletFault | undefined }

function exchangeOf({ url, body, said, fault }: Seen): Exchange {
  const request = { method: 'POST', url, headers: {}, body }
  const isDropped = fault?.kind.startsWith('dropped') ?? false
  const answer = said
    ? { status: 200, headers: {}, body: JSON.stringify(said) }
    : { status: 500, headers: {}, body: '{}' }
  return {
    request,
    answer: isDropped ? null : answer,
    broken: isDropped ? `the kit ${fault?.kind} the call was done` : null,
    signed: false,
    ms: 0,
  }
}
