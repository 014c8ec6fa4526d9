// Asks the sources, each at its time and by one instance. A source that fails rests for a while.
import { transaction } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { ratesSetting, sourceKey, type RateSource, type RatesSetting } from './setting.ts'
import { askSource } from './source.ts'
import { dropReadings, keepReading, noteFailure, takeTurn } from './store/reading.sql.ts'

/** So many questions in a row without a price begin a rest. */
const FAILURES = 5
const REST_MS = 60_000
/** How long readings are kept: whoever asks why an order had its rate finds them. */
const KEPT_MS = 90 * 86_400_000

type Reading = Pick<Services, 'db' | 'clock' | 'log' | 'settings'>

/** One turn over the sources. */
export async function readRates(services: Reading): Promise<number> {
  const setting = await ratesSetting(services.db)
  if (setting.sources.length === 0) return 0
  const read = await Promise.all(setting.sources.map(each => readOne(services, setting, each)))
  const count = read.filter(Boolean).length
  if (count > 0) await dropReadings(services.db, new Date(services.clock.now().getTime() - KEPT_MS))
  return 0
}

async function readOne(
  { db, clock, log, settings }: Reading,
  setting: RatesSetting,
  asked: RateSource,
): Promise<boolean> {
  const source = sourceKey(asked)
  const begun = clock.now()
  const askedBefore = new Date(begun.getTime() - setting.everySeconds * 1_000)
  if (!(await takeTurn(db, { source, now: begun, askedBefore }))) return false
  try {
    const { rate, at } = await askSource(settings, asked, { bounds: setting, now: begun })
    await transaction(db, tx => keepReading(tx, { source, now: begun, at, rate }))
    return true
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    log.warn({ source: asked.name, said }, 'a source of the USDT rate has no price')
    const until = new Date(clock.now().getTime() + REST_MS)
    await noteFailure(db, { source, said, most: FAILURES, until })
    return false
  }
}
