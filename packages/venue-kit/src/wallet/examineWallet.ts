import { resultOf, type Report, type Result } from '../examine.ts'
import { walletCases } from './cases.ts'
import type { WalletDriver } from './drivers.ts'
import { WalletSubject, type WalletAccount } from './subject.ts'

type Wanted = { only?: readonly string[]; told?: (result: Result) => void }

/** Runs the cases against one operator's wallet, as the venue whose key this is. */
export async function examineWallet(
  account: WalletAccount,
  driver: WalletDriver,
  { only, told }: Wanted = {},
): Promise<Report> {
  const at = new WalletSubject({ ...account, url: account.url.replace(/\/$/, '') }, driver)
  const { token: secret } = await at.session()
  const results: Result[] = []
  for (const each of walletCases) {
    if (only && !only.includes(each.id)) continue
    at.seen = []
    const result = await resultOf(each, { run: () => each.run(at), seen: () => at.seen, secret })
    told?.(result)
    results.push(result)
  }
  return { kit: 'wallet', subject: account.url, at: new Date().toISOString(), results }
}
