// Where the site is paid and which banks members may name. Both decide where money goes, so both
// take two persons; what counts is the table, every version of it is kept as a setting.
import { rows, run, sql, type Db, type Tx } from '@tianping/database'
import { z } from 'zod'
import { accountKey, plainNumber } from '../../../kernel/cardNumber.ts'
import { settingVersion, writeSetting } from '../../../kernel/setting.ts'
import type { By, Kept } from '../../../kernel/operator/settingForm.ts'

const text = (max: number) => z.string().trim().min(1).max(max)

const accountsSchema = z
  .array(
    z.object({
      bank_name: text(40),
      bank_no: z.string().overwrite(plainNumber).min(1).max(40),
      bank_owner: text(40),
      bank_address: text(80),
      enabled: z.boolean().default(true),
    }),
  )
  .max(50)
  .refine(
    all => new Set(all.map(each => accountKey(each.bank_no))).size === all.length,
    '账号不能重复',
  )

const banksSchema = z
  .array(
    z.object({
      bank_name: text(40),
      kind: z.enum(['bank', 'alipay']).default('bank'),
      ico: z
        .string()
        .trim()
        .regex(/^(\/[^\\]*|https:\/\/.+)$/)
        .max(200)
        .default('/art/bank-1.svg'),
      enabled: z.boolean().default(true),
    }),
  )
  .max(200)
  .refine(all => new Set(all.map(each => each.bank_name)).size === all.length, '名称不能重复')

const readTable =
  <R extends object>(key: string, all: (db: Db) => Promise<R[]>) =>
  async (db: Db) => ({ version: await settingVersion(db, key), value: await all(db) })

type AccountRow = {
  bankName: string
  bankNo: string
  bankOwner: string
  bankAddress: string
  enabled: boolean
}

const accountRows = (db: Db) =>
  rows(
    db,
    sql<AccountRow>`
    select bank_name, bank_no, bank_owner, bank_address, enabled from receiving_account order by rank, account_id limit 50`,
  )

const accountAnswer = (a: AccountRow): z.output<typeof accountsSchema>[number] => ({
  bank_name: a.bankName,
  bank_no: a.bankNo,
  bank_owner: a.bankOwner,
  bank_address: a.bankAddress,
  enabled: a.enabled,
})

type BankRow = { bankName: string; kind: 'bank' | 'alipay'; ico: string; enabled: boolean }

const bankRows = (db: Db) =>
  rows(
    db,
    sql<BankRow>`select bank_name, kind, ico, enabled from bank order by rank, bank_id limit 200`,
  )

const bankAnswer = ({ bankName, ...bank }: BankRow): z.output<typeof banksSchema>[number] => ({
  bank_name: bankName,
  ...bank,
})

async function writeAccounts(tx: Tx, value: unknown, by: By) {
  const accounts = accountsSchema.parse(value)
  await run(tx, sql`delete from receiving_account`)
  for (const [rank, a] of accounts.entries()) {
    await run(
      tx,
      sql`
      insert into receiving_account (bank_name, bank_no, bank_owner, bank_address, rank, enabled)
      values (${a.bank_name}, ${a.bank_no}, ${a.bank_owner}, ${a.bank_address}, ${rank}, ${a.enabled})`,
    )
  }
  await writeSetting(tx, 'receiving_accounts', accountsSchema, accounts, by)
}

/**
 * Members' cards name their bank: one that is no longer listed is closed to new cards and stays for
 * the old ones.
 */
async function writeBanks(tx: Tx, value: unknown, by: By) {
  const all = banksSchema.parse(value)
  await run(
    tx,
    sql`update bank set enabled = false where bank_name <> all(${all.map(each => each.bank_name)}::text[])`,
  )
  for (const [rank, b] of all.entries()) {
    await run(
      tx,
      sql`
      insert into bank (bank_name, kind, ico, rank, enabled) values (${b.bank_name}, ${b.kind}, ${b.ico}, ${rank}, ${b.enabled})
      on conflict (bank_name) do update set kind = excluded.kind, ico = excluded.ico, rank = excluded.rank, enabled = excluded.enabled`,
    )
  }
  await writeSetting(tx, 'banks', banksSchema, all, by)
}

/** In the order members see them. */
export const receivingAccounts: Kept & { group: 'money' } = {
  key: 'receiving_accounts',
  label: '收款账户',
  group: 'money',
  schema: accountsSchema,
  write: writeAccounts,
  read: readTable('receiving_accounts', async db => (await accountRows(db)).map(accountAnswer)),
}
export const banks: Kept & { group: 'money' } = {
  key: 'banks',
  label: '可绑定银行',
  group: 'money',
  schema: banksSchema,
  write: writeBanks,
  read: readTable('banks', async db => (await bankRows(db)).map(bankAnswer)),
}
