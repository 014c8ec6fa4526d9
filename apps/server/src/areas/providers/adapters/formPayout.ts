// Money out, the balance and the books of a channel of signed forms.
import {
  ProviderRefused,
  type Payout,
  type PayoutAtProvider,
  type PayoutEvent,
  type StatedLine,
} from '../port.ts'
import type { Connection } from './connection.ts'
import { ask, fenIn, plainYuan, refuse } from './formCall.ts'
import type { Fields, FormSigning } from './formSign.ts'

const outcomes: Record<string, PayoutEvent['outcome']> = {
  SUCCESS: 'paid',
  PROCESSING: 'pending',
  FAIL: 'failed',
}
const NO_SUCH_PAYOUT = 'PAYOUT_NOT_EXIST'
const isReference = (text: string) => /^[\w-]{1,64}$/.test(text)

/** Null for what cannot be read. */
function statusOf(fields: Fields): Omit<PayoutEvent, 'payoutNo'> | null {
  const { status = '', trade_no: reference = '', msg = '' } = fields
  const outcome = outcomes[status]
  if (!outcome) return null
  const said = msg.slice(0, 200)
  if (outcome === 'paid') return paidOf(fields, said)
  return { outcome, reference: isReference(reference) ? reference : '', amountFen: 0n, said }
}

/** A payout that is paid names its number and its amount. */
function paidOf({ trade_no: reference = '', amount }: Fields, said: string) {
  const amountFen = fenIn(amount) ?? 0n
  if (amountFen <= 0n || !isReference(reference)) return null
  return { outcome: 'paid' as const, reference, amountFen, said }
}

function readState(answer: Fields): PayoutAtProvider {
  const read = statusOf(answer)
  if (!read) throw new Error('the provider answered an unknown state of a payout')
  const { outcome: state, ...rest } = read
  return { state, ...rest }
}

export async function askPayout(
  at: Connection,
  signing: FormSigning,
  { payoutNo, amountFen, bank, owner, account }: Payout,
): Promise<PayoutAtProvider> {
  const answer = await ask(at, signing, '/payout', {
    payout_no: payoutNo,
    amount: plainYuan(amountFen),
    bank,
    account_name: owner,
    account_no: account,
    notify_url: at.callbackUrl,
  })
  refuse(answer)
  return readState(answer)
}

export async function queryPayout(
  at: Connection,
  signing: FormSigning,
  payoutNo: string,
): Promise<PayoutAtProvider> {
  const answer = await ask(at, signing, '/payout_query', { payout_no: payoutNo })
  if (answer['code'] === NO_SUCH_PAYOUT)
    return { state: 'none', reference: '', amountFen: 0n, said: '' }
  // A question that is refused says nothing of the payout.
  if (answer['code'] !== '0') throw new Error(`the provider refused the question: ${answer['msg']}`)
  return readState(answer)
}

/** Null for a notice that cannot be read. */
export function payoutEventOf(fields: Fields): PayoutEvent | null {
  const { payout_no: payoutNo = '' } = fields
  const read = /^[0-9A-Z]{1,64}$/.test(payoutNo) ? statusOf(fields) : null
  return read && { payoutNo, ...read }
}

export async function askBalance(at: Connection, signing: FormSigning): Promise<bigint> {
  const answer = await ask(at, signing, '/balance', {})
  refuse(answer)
  const fen = fenIn(answer['balance'])
  if (fen === null) throw new Error('the provider answered no balance')
  return fen
}

const kinds: Record<string, StatedLine['kind']> = {
  PAY: 'payment',
  PAYOUT: 'payout',
  REFUND: 'refund',
}
/** Lines of one page, and pages of one day. */
const PER_PAGE = 200
const MOST_PAGES = 1_000

/** `PAY,our number,their number,yuan,fee`. */
function lineOf(text: string): StatedLine {
  const [named = '', ownNo = '', reference = '', amount, fee, ...more] = text.split(',')
  const kind = kinds[named]
  const [amountFen, feeFen] = [fenIn(amount), fenIn(fee)]
  if (!kind || ownNo === '' || amountFen === null || feeFen === null || more.length > 0)
    throw new Error(`a line of the statement cannot be read: ${text.slice(0, 80)}`)
  return { kind, ownNo, reference, amountFen, feeFen }
}

export async function askStatement(
  at: Connection,
  signing: FormSigning,
  day: string,
): Promise<StatedLine[]> {
  const lines: StatedLine[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await ask(at, signing, '/statement', {
      day,
      page: String(page),
      per_page: String(PER_PAGE),
    })
    refuse(answer)
    lines.push(...(answer['lines'] ?? '').split('\n').filter(Boolean).map(lineOf))
    if (answer['more'] !== '1') return lines
  }
  throw new ProviderRefused('the statement of a day is too long')
}
