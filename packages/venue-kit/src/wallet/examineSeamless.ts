import { resultOf, type Report, type Result } from '../examine.ts'
import type { SeamlessDriver } from './drivers.ts'
import { KitWallet } from './kitWallet.ts'
import {
  PATIENCE_MS,
  seamlessCases,
  type SeamlessAccount,
  type SeamlessSubject,
} from './seamlessCases.ts'

type Wanted = {
  /** The venue's public key, PEM. */
  verify: string
  host?: string
  port?: number
  /** How long the venue may take to send again what was not answered; 30 s when absent. */
  patienceMs?: number
  only?: readonly string[]
  told?: (result: Result) => void
}

/** Runs the cases against one seamless venue, as the operator whose wallet it calls. */
export async function examineSeamless(
  account: SeamlessAccount,
  driver: SeamlessDriver,
  { verify, host = '127.0.0.1', port = 0, patienceMs = PATIENCE_MS, only, told }: Wanted,
): Promise<Report> {
  const wallet = new KitWallet(verify)
  await wallet.listen(host, port)
  try {
    await driver.connect?.(wallet.url)
    const results: Result[] = []
    for (const each of seamlessCases) {
      if (only && !only.includes(each.id)) continue
      const mark = wallet.heard.length
      const url = account.url.replace(/\/$/, '')
      const at: SeamlessSubject = {
        account: { ...account, url },
        driver,
        wallet,
        patienceMs,
        asked: [],
      }
      const heard = () => wallet.heard.slice(mark).map(({ exchange }) => exchange)
      const seen = () => (each.id === 'line' ? wallet.wrong : [...at.asked, ...heard()])
      const result = await resultOf(each, { run: () => each.run(at), seen, secret: '' })
      told?.(result)
      results.push(result)
    }
    return { kit: 'seamless', subject: account.url, at: new Date().toISOString(), results }
  } finally {
    await wallet.close()
  }
}
