// What runs beside the calls: files are read, members with new names are compared at once, and all
// members every day and after every change of a list, in chunks that are resumed.
import { createHash } from 'node:crypto'
import { transaction, Unavailable, type Db } from '@tianping/database'
import { runDaily } from '../../kernel/jobs/daily.ts'
import { pagesOf, partsAlone, togetherOrAlone } from '../../kernel/jobs/eachAlone.ts'
import type { Services } from '../../kernel/http/services.ts'
import { readSetting } from '../../kernel/setting.ts'
import { compareMembers, compareWallets } from './compare.ts'
import { entryHash, entryKeys } from './entryKeys.ts'
import { entriesOf } from './lists/read.ts'
import { Unreadable } from './lists/xml.ts'
import { SCREENING_SETTING, screeningSchema, type ScreeningRule } from './setting.ts'
import { dueAfter, makeDue, membersAfter, takeDue } from './store/hit.sql.ts'
import { advanceRun, finishRun, giveBackRun, insertRun, leaseRun } from './store/run.sql.ts'
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
/** What the operator reads whose file no code was prepared for. */
const FAILED = '文件读取出错，请核对后重新上传'

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

/**
 * Reads the next file that has come in whole; answers 1, or 0 where none waits. One that cannot be
 * read has failed and waits for a person; only a database that is away has it read again.
 */
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
    if (error instanceof Unavailable) throw error
    const unreadable = error instanceof Unreadable
    await transaction(db, async tx => {
      if (!(await failReading(tx, versionId, unreadable ? error.message : FAILED))) throw error
      await forgetEntries(tx, versionId)
      await dropParts(tx, versionId)
    })
    if (!unreadable) throw error
  }
  return 1
}

/** One member alone, by number: the error itself stands in the failure of the turn. */
const sayOf = (log: Working['log'], [member]: bigint[]) =>
  log.error({ job: 'screening', member: String(member) }, 'a member was not compared')

/** Compares members with a new name or birthday; answers how many there were. */
export async function compareDue({ db, clock, log }: Omit<Working, 'settings'>): Promise<number> {
  const rule = await ruleOf(db)
  const compareAtOnce = (ids: bigint[]) =>
    transaction(db, async tx => {
      const members = await takeDue(tx, ids)
      if (members.length > 0) await compareMembers(tx, members, rule, clock.now())
      return members.length
    })
  const compare = async (ids: bigint[]) => {
    try {
      return await compareAtOnce(ids)
    } catch (error) {
      if (ids.length === 1) sayOf(log, ids)
      throw error
    }
  }
  const pages = await pagesOf(MEMBERS_AT_ONCE, after => dueAfter(db, after, MEMBERS_AT_ONCE))
  return partsAlone(pages.map(ids => () => togetherOrAlone(ids, compare)))
}

type At = { runId: bigint; after: bigint }
type Next = At & { limit: number; rule: ScreeningRule }

/** Compares the next of all members; answers the last of them, the one before where none is. */
const compareNext = ({ db, clock }: Working, { runId, after, limit, rule }: Next) =>
  transaction(db, async tx => {
    const now = clock.now()
    const members = await membersAfter(tx, after, limit)
    const afterId = members.at(-1)?.memberId
    if (afterId === undefined) return after
    const hits = await compareMembers(tx, members, rule, now)
    const to = { runId, afterId, members: members.length, hits, until: until(now) }
    return (await advanceRun(tx, to)) > 0 ? afterId : after
  })

/** Goes past one who cannot be compared: the member is due from now on, and not counted here. */
const goPast = ({ db, clock, log }: Working, { runId, after }: At) =>
  transaction(db, async tx => {
    const [member] = await membersAfter(tx, after, 1)
    if (!member) return after
    const afterId = member.memberId
    sayOf(log, [afterId])
    await makeDue(tx, afterId)
    await advanceRun(tx, { runId, afterId, members: 0, hits: 0, until: until(clock.now()) })
    return afterId
  })

/** The next chunk, and each of it alone where one of them fails. */
async function compareChunk(services: Working, { runId, after }: At): Promise<bigint> {
  const rule = await ruleOf(services.db)
  try {
    return await compareNext(services, { runId, after, limit: MEMBERS_AT_ONCE, rule })
  } catch {
    let last = after
    for (let n = 0; n < MEMBERS_AT_ONCE; n++) {
      const at = { runId, after: last }
      last = await compareNext(services, { ...at, limit: 1, rule }).catch(() =>
        goPast(services, at),
      )
    }
    return last
  }
}

/** Does the next comparison of all members from where it stopped; answers 1, or 0 without any. */
export async function compareAll(services: Working): Promise<number> {
  const { db, clock, log, settings } = services
  const begun = clock.now()
  const found = await leaseRun(db, begun, until(begun))
  if (!found) return 0
  const { runId, reason } = found
  let after = found.afterId
  try {
    for (let before = -1n; after > before;) {
      before = after
      after = await compareChunk(services, { runId, after })
    }
    const now = clock.now()
    const hits = await compareWallets(db, settings.cardKey, now)
    if (await finishRun(db, { runId, afterId: after, hits, now }))
      log.info({ job: 'screening', reason, run: runId.toString() }, 'compared')
    return 1
  } catch (error) {
    await giveBackRun(db, runId, clock.now()).catch(() => {})
    throw error
  }
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
export const runScreening = (services: Working): Promise<number> =>
  partsAlone([
    () => compareDue(services),
    () => readNextList(services),
    () => askDaily(services),
    () => compareAll(services),
  ])
