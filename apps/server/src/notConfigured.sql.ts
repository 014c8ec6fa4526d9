import { sql, theRow, type Db } from '@tianping/database'

type Found = {
  operators: number
  accounts: number
  banks: number
  providers: number
  venues: number
  cashier: boolean
  profiles: boolean
  app: boolean
}

/** What a site has been given so far, beside its settings in the environment. */
const configured = (db: Db) =>
  theRow(
    db,
    sql<Found>`
    select (select count(*)::int from operator where state = 'active' and not waits and role = 'admin') as operators,
      (select count(*)::int from receiving_account where enabled) as accounts,
      (select count(*)::int from bank where enabled) as banks,
      (select count(*)::int from payment_provider where opened_at is not null and code <> 'sandbox') as providers,
      (select count(*)::int from venue where state = 'open') as venues,
      exists (select from site_setting where key = 'cashier') as cashier,
      exists (select from site_setting where key = 'profiles') as profiles,
      exists (select from site_setting where key = 'app') as app`,
  )

/** What is not configured yet, and what does not work until it is. */
export async function notConfigured(db: Db): Promise<string[]> {
  const found = await configured(db)
  return [
    found.operators < 2 &&
      'Two administrators (tianping operator): until then nothing that takes two persons can be set',
    found.accounts === 0 && '规则 › 收款账户: until then no bank deposit is accepted',
    found.providers === 0 &&
      '支付通道 (docs/payments.md): until then only bank deposits can be accepted',
    found.venues === 0 && '场馆 › 接入 (docs/venues.md): until then members have nothing to play',
    found.banks === 0 && '规则 › 可绑定银行: until then no member can bind a bank card',
    !found.cashier && '规则 › 存取款: until then nothing is paid out in USDT',
    !found.profiles && '规则 › 辖区规则: until then the rules of no licence are in force',
    !found.app && '站点 › 基本设置: until then members see the name and addresses of an empty site',
  ].filter(each => each !== false)
}
