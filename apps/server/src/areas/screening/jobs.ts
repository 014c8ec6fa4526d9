// What runs beside the calls: files are read, members with new names are compared at once, and all
// members every day and after every change of a list, in chunks that are resumed.
import { createHash } from 'node:crypto'
import { transaction, type Db } from '@tianping/database'
import { runDaily } from '../../kernel/jobs/daily.ts'
import type { Services } from '../../kernel/http/services.ts'
import { readSetting } from '../../kernel/setting.ts'
import { compareMembers, compareWallets } from './compare.ts'
import { entryHash, entryKeys } from './entryKeys.ts'
import { entriesOf } from './lists/read.ts'
import { Unreadable } from './lists/xml.ts'
import { SCREENING_SETTING, screeningSchema } from './setting.ts'
import { membersAfter, takeDue } from './store/hit.sql.ts'
import { advanceRun, finishRun, insertRun, leaseRun } from './store/run.sql.ts'
import {
  dropParts,
  failReading,
  finishReading,
  forgetEntries,
  keepEntries,
  leaseReading,
  partRow,
  renewReading,
  type ReadEntry,
  type Version,
} from './store/version.sql.ts'

type Working = Pick<Services, 'db' | 'clock' | 'log' | 'settings'>

const LEASE_MS = 120_000
const ENTRIES_AT_ONCE = 500
const MEMBERS_AT_ONCE = 100

const until = (now: Date) => new Date(now.getTime() + LEASE_MS)
const ruleOf = (db: Db) => readSetting(db, SCREENING_SETTING, screeningSchema)

/** The pieces of a file in their order; `seen` hears each of them. */
async function* piecesOf(
  db: Db,
  versionId: bigint,
  seen: (piece: Buffer) => void,
): AsyncGenerator<Buffer> {
  for (let no = 0; ; no++) {
    const part = await partRow(db, versionId, no)
    if (!part) return
    seen(part.content)
    yield part.content
  }
}

/** A list may come back to a number later on: each time is an entry of its own. */
function numbered(counts: Map<string, number>, ref: string): string {
  const times = (counts.get(ref) ?? 0) + 1
  counts.set(ref, times)
  return times === 1 ? ref : `${ref}#${times}`
}

async function readEntries({ db, clock }: Working, version: Version): Promise<string> {
  const digest = createHash('sha256')
  const pieces = piecesOf(db, version.versionId, piece => digest.update(piece))
  const counts = new Map<string, number>()
  let batch: ReadEntry[] = []
  const keep = async () => {
    if (batch.length === 0) return
    const kept = batch
    batch = []
    await transaction(db, tx => keepEntries(tx, version.versionId, version.list, kept))
    if (!(await renewReading(db, version.versionId, until(clock.now()))))
      throw new Error(`version ${version.versionId} is no longer to be read`)
  }
  for await (const read of entriesOf(version.format, pieces)) {
    const entry = { ...read, ref: numbered(counts, read.ref) }
    batch.push({ entry, hash: entryHash(entry), keys: entryKeys(entry) })
    if (batch.length === ENTRIES_AT_ONCE) await keep()
  }
  await keep()
  return digest.digest('hex')
}

/** Reads the next file that has come in whole; answers 1, or 0 where none waits. */
export async function readNextList(services: Working): Promise<number> {
  const { db, clock, log } = services
  const now = clock.now()
  const version = await leaseReading(db, now, until(now))
  if (!version) return 0
  const { versionId, list } = version
  try {
    await transaction(db, tx => forgetEntries(tx, versionId))
    const sha256 = await readEntries(services, version)
    await transaction(db, async tx => {
      await finishReading(tx, versionId, sha256)
      await dropParts(tx, versionId)
    })
    log.info({ job: 'screening list', list, version: versionId.toString() }, 'list read')
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    await transaction(db, async tx => {
      await failReading(tx, versionId, error.message)
      await forgetEntries(tx, versionId)
      await dropParts(tx, versionId)
    })
  }
  return 1
}

/** Compares members with a new name or birthday; answers how many there were. */
export const compareDue = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> =>
  transaction(db, async tx => {
    const members = await takeDue(tx, MEMBERS_AT_ONCE)
    if (members.length > 0) await compareMembers(tx, members, await ruleOf(tx), clock.now())
    return members.length
  })

/** One chunk of a comparison of all members; false when it is at its end. */
async function compareChunk({ db, clock }: Working, runId: bigint, after: bigint) {
  return transaction(db, async tx => {
    const now = clock.now()
    const members = await membersAfter(tx, after, MEMBERS_AT_ONCE)
    const last = members.at(-1)
    if (!last) return null
    const hits = await compareMembers(tx, members, await ruleOf(tx), now)
    const afterId = last.memberId
    const moved = await advanceRun(tx, {
      runId,
      afterId,
      members: members.length,
      hits,
      until: until(now),
    })
    return moved > 0 ? afterId : null
  })
}

/** Does the next comparison of all members from where it stopped; answers 1, or 0 without any. */
export async function compareAll(services: Working): Promise<number> {
  const { db, clock, log, settings } = services
  const begun = clock.now()
  const found = await leaseRun(db, begun, until(begun))
  if (!found) return 0
  let after: bigint | null = found.afterId
  while (after !== null) after = await compareChunk(services, found.runId, after)
  const now = clock.now()
  const hits = await transaction(db, tx => compareWallets(tx, settings.cardKey, now))
  await finishRun(db, found.runId, hits, now)
  log.info({ job: 'screening', reason: found.reason, run: found.runId.toString() }, 'compared')
  return 1
}

/** Asks for the comparison of the day when its hour has come. */
export async function askDaily(services: Working): Promise<number> {
  const { db, clock } = services
  return runDaily(services, {
    name: 'screening',
    runAt: (await ruleOf(db)).runAt,
    work: async day => {
      await insertRun(db, { reason: 'daily', subject: day, by: 'system', at: clock.now() })
      return { asked: day }
    },
  })
}

/** One turn of the job: whatever waits, the most urgent first. */
export async function runScreening(services: Working): Promise<number> {
  const due = await compareDue(services)
  if (due > 0) return due
  return (await readNextList(services)) + (await askDaily(services)) + (await compareAll(services))
}
