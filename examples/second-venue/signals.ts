// Signals of v1.1: the launch was left, the player asks for more (section 5). Every answer of the
// feed carries what was not answered for good.
import { hasMistake } from './mistakes.ts'
import { leftLaunches, termsIn } from './launches.ts'
import { integer, MAX_FEN, read, refName, text } from './read.ts'
import { Refusal } from './refusal.ts'
import type { Row, Store } from './store.ts'

const LEFT_MS = 48 * 3_600_000
const MONEY_MS = 60_000
const MOST = 100
const final = (row: Row) => row['outcome'] === 'done' || row['outcome'] === 'refused'

function writeLeft(store: Store, merchant: string) {
  for (const launch of leftLaunches(store, merchant))
    store.run(
      `insert into signal (ref, merchant, kind, ticket, player, at) values (?, ?, 'left', ?, ?, ?)`,
      `L-${launch['id']}`,
      merchant,
      termsIn(launch).ticket,
      launch['player'] as string,
      new Date().toISOString(),
    )
}

export function openSignals(store: Store, merchant: string) {
  writeLeft(store, merchant)
  const now = Date.now()
  const rows = store.all(
    `select * from signal where merchant = ? and coalesce(outcome, 'pending') = 'pending'
       and at > case kind when 'left' then ? else ? end
     order by at, ref limit ${MOST}`,
    merchant,
    new Date(now - LEFT_MS).toISOString(),
    new Date(now - MONEY_MS).toISOString(),
  )
  if (hasMistake('forgets-signals'))
    for (const row of rows)
      store.run(`update signal set outcome = 'done' where ref = ?`, row['ref'] as string)
  return rows.map(({ ref, kind, ticket, player, amount, at }) => ({
    ref,
    kind,
    ticket,
    player,
    amount,
    at,
  }))
}

export function answerSignal(store: Store, merchant: string, ref: string, body: unknown) {
  const given = read(body)
  const outcome = text(given['outcome'], /^(done|pending|refused)$/)
  const why = given['text'] === undefined ? null : text(given['text'], /^\P{Cc}{1,200}$/u)
  return store.atomically(() => {
    const found = store.one(
      'select * from signal where merchant = ? and ref = ?',
      merchant,
      refName(ref),
    )
    if (!found) throw new Refusal(2404)
    if (!final(found))
      store.run('update signal set outcome = ?, text = ? where ref = ?', outcome, why, ref)
    return { ref, outcome: final(found) ? found['outcome'] : outcome }
  })
}

/** The player confirmed that they want more: `ref` is the page's own, so that twice is once. */
export function askMoney(store: Store, launch: Row, body: unknown) {
  const given = read(body)
  const ref = text(given['ref'], /^[0-9a-f]{32}$/)
  const amount = integer(given['amount'], 1, MAX_FEN)
  const { money, ticket } = termsIn(launch)
  if (!money || !ticket || amount > money.each) throw new Refusal(2006)
  store.run(
    `insert or ignore into signal (ref, merchant, kind, ticket, player, amount, at)
     values (?, ?, 'money', ?, ?, ?, ?)`,
    ref,
    launch['merchant'] as string,
    ticket,
    launch['player'] as string,
    amount,
    new Date().toISOString(),
  )
  return moneyOutcome(store, launch, ref)
}

export function moneyOutcome({ one }: Store, launch: Row, ref: string) {
  const found = one(
    'select * from signal where ref = ? and merchant = ? and player = ?',
    ref,
    launch['merchant'] as string,
    launch['player'] as string,
  )
  if (!found) throw new Refusal(2404)
  if (final(found)) return { outcome: found['outcome'], text: found['text'] }
  const late = Date.parse(String(found['at'])) < Date.now() - MONEY_MS
  return { outcome: late ? 'refused' : 'waiting', text: null }
}
