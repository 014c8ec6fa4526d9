// Runs the cases against one operator, which has connected the kit as a venue.
import { setTimeout as pause } from 'node:timers/promises'
import { resultOf, type Report, type Result } from '../examine.ts'
import { POLL_MS } from '../subject.ts'
import { operatorCases } from './cases.ts'
import type { OperatorDriver } from './driver.ts'
import { KitVenue } from './kitVenue.ts'

type Key = { merchant: string; keyId: string; secret: string }
type Wanted = {
  host?: string
  port?: number
  told?: (result: Result) => void
  /** Where the kit listens, so that the operator connects it. */
  listening?: (url: string) => Promise<void> | void
}

export async function examineOperator(
  key: Key,
  driver: OperatorDriver,
  { host = '127.0.0.1', port = 0, told, listening }: Wanted = {},
): Promise<Report> {
  const venue = new KitVenue(key)
  await venue.listen(host, port)
  try {
    await listening?.(venue.url)
    // The operator's own trial comes first; nothing is examined before.
    while (venue.heard.length === 0) await pause(POLL_MS)
    const results: Result[] = []
    for (const each of operatorCases) {
      const mark = venue.heard.length
      const seen = () => venue.heard.slice(mark).map(({ exchange }) => exchange)
      const run = () => each.run({ venue, driver })
      const result = await resultOf(each, { run, seen, secret: key.secret })
      told?.(result)
      results.push(result)
    }
    return { kit: 'operator', subject: key.merchant, at: new Date().toISOString(), results }
  } finally {
    await venue.close()
  }
}
