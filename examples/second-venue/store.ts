// Everything this venue remembers, in one SQLite file. All calls of node:sqlite are synchronous, so
// a transaction is never interrupted by another request of this process.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

const schema = `
  pragma journal_mode = wal;
  create table if not exists player (
    merchant text, player text, nickname text, balance integer not null default 0,
    version integer not null default 0, primary key (merchant, player));
  create table if not exists transfer (
    merchant text, ref text, status text, body text, player text, direction text, amount integer,
    balance_after integer, code integer, created_at text, primary key (merchant, ref));
  create table if not exists nonce (
    merchant text, nonce text, at integer, primary key (merchant, nonce));
  create table if not exists launch (
    id text primary key, merchant text, player text, token text, expires_at integer, used integer default 0,
    session text, session_ends integer, ended integer default 0, left_at integer, terms text,
    created_at text, demo_balance integer, last_check integer);
  create table if not exists seed (
    id integer primary key, merchant text, player text, server_seed text, client_seed text,
    nonce integer not null default 0, state text);
  create table if not exists bet (
    merchant text, bet_id text, version integer, revision integer, player text, round_id text,
    side text, coin text, stake integer, valid_amount integer, payout integer, status text,
    placed_at text, settled_at text, seed integer, nonce integer, client_seed text, key text,
    primary key (merchant, bet_id), unique (merchant, player, key));
  create index if not exists bet_feed on bet (merchant, version);
  create table if not exists signal (
    ref text primary key, merchant text, kind text, ticket text, player text, amount integer,
    at text, outcome text, text text);
`

export type Row = Record<string, string | number | null>

export type Store = {
  one: (text: string, ...values: SQLInputValue[]) => Row | undefined
  all: (text: string, ...values: SQLInputValue[]) => Row[]
  run: (text: string, ...values: SQLInputValue[]) => number
  atomically: <T>(work: () => T) => T
  close: () => void
}

export function openStore(file: string): Store {
  const database = new DatabaseSync(file)
  database.exec(schema)
  return {
    one: (text, ...values) => database.prepare(text).get(...values) as Row | undefined,
    all: (text, ...values) => database.prepare(text).all(...values) as Row[],
    run: (text, ...values) => Number(database.prepare(text).run(...values).changes),
    atomically: work => {
      database.exec('begin immediate')
      try {
        const done = work()
        database.exec('commit')
        return done
      } catch (error) {
        database.exec('rollback')
        throw error
      }
    },
    close: () => database.close(),
  }
}

/** Changes a wallet and counts its version up; null where the money is not there. */
export function moveMoney(
  { run, one }: Store,
  merchant: string,
  player: string,
  amount: number,
): number | null {
  const changed = run(
    `update player set balance = balance + ?, version = version + 1
     where merchant = ? and player = ? and balance + ? >= 0`,
    amount,
    merchant,
    player,
    amount,
  )
  if (changed === 0) return null
  return Number(balanceOf({ one }, merchant, player)?.['balance'])
}

export const balanceOf = ({ one }: Pick<Store, 'one'>, merchant: string, player: string) =>
  one('select * from player where merchant = ? and player = ?', merchant, player)
