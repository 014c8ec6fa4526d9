// Transfers: each ref at most once, its first outcome for good (section 4).
import { hasMistake } from './mistakes.ts'
import { type Fields, isFen, MAX_FEN, playerName, read, refName } from './read.ts'
import { type Code, Refusal } from './refusal.ts'
import { balanceOf, moveMoney, type Row, type Store } from './store.ts'

type Wanted = { ref: string; player: string; direction: 'IN' | 'OUT'; amount: number | null }

/** Either an amount of one fen or more, or `all` of an OUT. What is wrong with it is 2006. */
function amountOf({ amount, all, direction }: Fields): number | null {
  const whole = all === true && direction === 'OUT' && amount === undefined
  if (whole) return null
  if (all !== undefined || !isFen(amount) || amount < 1) throw new Refusal(2006)
  return amount
}

function wantedOf(body: unknown): Wanted {
  const given = read(body)
  const { direction } = given
  if (direction !== 'IN' && direction !== 'OUT') throw new Refusal(2000)
  const [ref, player] = [refName(given['ref']), playerName(given['player'])]
  return { ref, player, direction, amount: amountOf(given) }
}

/** What makes two requests the same: their meaning, not their spelling. */
const bodyOf = ({ player, direction, amount }: Wanted) =>
  JSON.stringify([player, direction, amount])

const stateOf = (row: Row) => ({
  ref: row['ref'],
  status: row['status'],
  venue_txn_id: row['status'] === 'VOIDED' ? null : `${row['merchant']}:${row['ref']}`,
  player: row['player'],
  direction: row['direction'],
  amount: row['amount'],
  balance_after: row['balance_after'],
  code: row['code'],
  created_at: row['created_at'],
})

const find = ({ one }: Store, merchant: string, ref: string) =>
  one('select * from transfer where merchant = ? and ref = ?', merchant, ref)

function answerOf(row: Row) {
  if (row['status'] === 'VOIDED') throw new Refusal(2005)
  if (row['status'] === 'FAILED') throw new Refusal(Number(row['code']) as Code)
  return stateOf(row)
}

function apply(store: Store, merchant: string, wanted: Wanted): Row {
  const wallet = balanceOf(store, merchant, wanted.player)
  const held = Number(wallet?.['balance'] ?? 0)
  const amount = wanted.amount ?? held
  const signed = wanted.direction === 'IN' ? amount : -amount
  let code: Code | null = null
  if (!wallet) code = 2001
  else if (held + signed > MAX_FEN) code = 2006
  else if (held + signed < 0) code = 2003
  const after = code === null ? moveMoney(store, merchant, wanted.player, signed) : null
  store.run(
    `insert or replace into transfer values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    merchant,
    wanted.ref,
    code === null ? 'SUCCESS' : 'FAILED',
    bodyOf(wanted),
    wanted.player,
    wanted.direction,
    amount,
    after,
    code,
    new Date().toISOString(),
  )
  return find(store, merchant, wanted.ref) as Row
}

/** The mistake of many first versions: other requests run between reading and writing a wallet. */
async function overdraw(store: Store, merchant: string, wanted: Wanted) {
  const known = find(store, merchant, wanted.ref)
  if (known || wanted.amount === null || wanted.direction === 'IN') return
  const held = Number(balanceOf(store, merchant, wanted.player)?.['balance'] ?? 0)
  await new Promise(done => setTimeout(done, 50))
  if (held < wanted.amount) return
  const missing = wanted.amount - Number(balanceOf(store, merchant, wanted.player)?.['balance'])
  if (missing > 0) moveMoney(store, merchant, wanted.player, missing)
}

export async function transfer(store: Store, merchant: string, body: unknown) {
  const wanted = wantedOf(body)
  if (hasMistake('overdraft')) await overdraw(store, merchant, wanted)
  const row = store.atomically(() => {
    const known = find(store, merchant, wanted.ref)
    if (!known || (hasMistake('applies-twice') && known['status'] === 'SUCCESS'))
      return apply(store, merchant, wanted)
    const voided = known['status'] === 'VOIDED'
    if (!voided && known['body'] !== bodyOf(wanted) && !hasMistake('changed-body'))
      throw new Refusal(2004)
    return known
  })
  return answerOf(row)
}

export function transferState(store: Store, merchant: string, ref: string) {
  const row = find(store, merchant, refName(ref))
  if (!row) throw new Refusal(2404)
  return stateOf(row)
}

export function finalize(store: Store, merchant: string, ref: string) {
  const name = refName(ref)
  return store.atomically(() => {
    const known = find(store, merchant, name)
    if (known) return stateOf(known)
    const tombstone = { merchant, ref: name, status: 'VOIDED' } as const
    if (!hasMistake('no-tombstone'))
      store.run(
        `insert into transfer (merchant, ref, status, created_at) values (?, ?, 'VOIDED', ?)`,
        merchant,
        name,
        new Date().toISOString(),
      )
    const row = find(store, merchant, name) ?? tombstone
    return stateOf({
      player: null,
      direction: null,
      amount: null,
      balance_after: null,
      code: null,
      created_at: null,
      ...row,
    })
  })
}
