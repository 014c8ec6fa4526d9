import { run, sql, type Db } from '@tianping/database'
import { readSetting, settingVersion, writeSetting } from '../../kernel/setting.ts'
import {
  addProvider,
  providerKey,
  providerSchema,
  SANDBOX,
  sandboxValue,
} from '../providers/providers.ts'
import { CASHIER_SETTING, cashierSchema } from './setting.ts'

/**
 * Invented banks, after which no real one is named; 支付宝 is what the document itself lets a member
 * bind.
 */
const banks = [
  { name: '沙盒商业银行', kind: 'bank', ico: '/art/bank-1.svg' },
  { name: '天平储蓄银行', kind: 'bank', ico: '/art/bank-2.svg' },
  { name: '示例农村银行', kind: 'bank', ico: '/art/bank-3.svg' },
  { name: '演示建设银行', kind: 'bank', ico: '/art/bank-4.svg' },
  { name: '测试城市银行', kind: 'bank', ico: '/art/bank-5.svg' },
  { name: '支付宝', kind: 'alipay', ico: '/art/bank-6.svg' },
] as const

const accounts = [
  {
    bank: '沙盒商业银行',
    no: '6222020011112222',
    owner: '天平科技有限公司',
    address: '北京市朝阳支行',
  },
  {
    bank: '天平储蓄银行',
    no: '6228480033334444',
    owner: '天平科技有限公司',
    address: '上海市浦东支行',
  },
] as const

/**
 * Addresses in the right form whose checksums do not hold, so that no wallet sends anything to
 * them.
 */
const addresses = {
  TRC20: 'TSandboxDoNotPayTianpingXXXXXXXXXX',
  ERC20: '0xDEADdeadDEADdeadDEADdeadDEADdeadDEADdead',
}

/**
 * Banks, receiving accounts and settings of a sandbox
 * (docs/decisions/0036-demo-data-in-sandbox-mode-only.md); what stands already stays.
 */
export async function seedCashier(db: Db, now: Date): Promise<void> {
  for (const [rank, bank] of banks.entries()) {
    await run(
      db,
      sql`
      insert into bank (bank_name, kind, ico, rank) values (${bank.name}, ${bank.kind}, ${bank.ico}, ${rank}) on conflict (bank_name) do nothing`,
    )
  }
  for (const [rank, account] of accounts.entries()) {
    await run(
      db,
      sql`
      insert into receiving_account (bank_name, bank_no, bank_owner, bank_address, rank)
      select ${account.bank}, ${account.no}, ${account.owner}, ${account.address}, ${rank}
      where not exists (select from receiving_account where bank_no = ${account.no})`,
    )
  }
  if ((await settingVersion(db, providerKey(SANDBOX))) === 0) {
    const by = { name: 'demo', at: now }
    await writeSetting(db, providerKey(SANDBOX), providerSchema, sandboxValue, by)
    await addProvider(db, SANDBOX, now)
  }
  const { usdtAddresses } = await readSetting(db, CASHIER_SETTING, cashierSchema)
  if (usdtAddresses.TRC20 === '' && usdtAddresses.ERC20 === '') {
    await writeSetting(
      db,
      CASHIER_SETTING,
      cashierSchema,
      { usdtAddresses: addresses },
      { name: 'demo', at: now },
    )
  }
}
