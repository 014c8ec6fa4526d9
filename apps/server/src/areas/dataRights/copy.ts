// Makes the copy of a member's data: every table of the register as JSON and as CSV, in one ZIP
// file that lies sealed until it is over.
import { beijing } from '@tianping/money/day'
import { stringify } from 'csv-stringify/sync'
import type { Services } from '../../kernel/http/services.ts'
import { sealNumber } from '../../kernel/cardNumber.ts'
import { contactKeys, openContact } from '../../kernel/sealedContact.ts'
import { notify } from '../message/message.ts'
import { register, type Entry } from './register/register.ts'
import {
  complaintLines,
  ticketLines,
  dropParts,
  failExport,
  finishExport,
  insertPart,
  memberRows,
  movements,
  noteProgress,
  takeExport,
  type Taken,
} from './store/export.sql.ts'
import { schemaOf } from './schema.ts'
import { Zip } from './zip.ts'

/** How long the file can be fetched. */
const DAYS = 7
const LEASE_SECONDS = 600
const MOST_TRIES = 3
const AT_ONCE = 2_000
/** Rows of one table; beyond that customer service makes the copy. */
const MOST_ROWS = 100_000
/** Bytes of one sealed part. */
const PART_BYTES = 512 * 1024

type Json = Record<string, unknown>
type Deps = Pick<Services, 'db' | 'clock' | 'settings'>
type Reading = { limit: number; offset: number }
export type Chapter = {
  name: string
  label: string
  about: Pick<Entry, 'purpose' | 'basis' | 'retention'>
  read: (memberId: bigint, at: Reading) => Promise<Json[]>
}

/** A row with its sealed contacts in clear; PostgreSQL writes bytes into JSON as `\x00…`. */
function opened(
  settings: Deps['settings'],
  { entry, memberId, found }: { entry: Entry; memberId: bigint; found: Json },
): Json {
  const keys = contactKeys(settings)
  const clear = (entry.sealed ?? []).map(column => {
    const stored = Buffer.from(String(found[column]).slice(2), 'hex')
    return [column, openContact(keys, memberId, stored)]
  })
  return { ...found, ...Object.fromEntries(clear) }
}

/** What the copy consists of, one file after the other. */
export const chapters = ({ db, settings }: Pick<Services, 'db' | 'settings'>): Chapter[] => [
  ...register
    .filter(({ exported }) => exported.length > 0)
    .map(entry => ({
      name: entry.table,
      label: entry.label,
      about: entry,
      read: async (memberId: bigint, at: Reading) =>
        (
          await memberRows(db, {
            table: entry.table,
            owner: entry.owner,
            columns: [...entry.exported],
            memberId,
            ...at,
          })
        ).map(found => opened(settings, { entry, memberId, found })),
    })),
  {
    name: 'complaint_message',
    label: '投诉内容',
    about: { purpose: '处理投诉', basis: 'law', retention: '与投诉相同' },
    read: (memberId, at) => complaintLines(db, { memberId, ...at }),
  },
  {
    name: 'ticket_line',
    label: '客服会话内容',
    about: { purpose: '客服', basis: 'contract', retention: '与客服会话相同' },
    read: (memberId, at) => ticketLines(db, { memberId, ...at }),
  },
  {
    name: 'ledger',
    label: '资金流水',
    about: { purpose: '记账', basis: 'law', retention: '账簿永久保留' },
    read: (memberId, at) => movements(db, { memberId, ...at }),
  },
]

async function readAll({ read }: Chapter, memberId: bigint): Promise<Json[]> {
  const all: Json[] = []
  while (all.length < MOST_ROWS) {
    const found = await read(memberId, { limit: AT_ONCE, offset: all.length })
    all.push(...found)
    if (found.length < AT_ONCE) break
  }
  return all
}

const cellOf = (value: unknown): string | number => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'string') return value
  return JSON.stringify(value)
}

/** What a spreadsheet would take for a formula is written as the text it is. */
function csvOf(all: Json[]): string {
  const columns = Object.keys(all[0] ?? {})
  return stringify(
    all.map(each => columns.map(column => cellOf(each[column]))),
    { bom: true, escape_formulas: true, header: true, columns, record_delimiter: 'windows' },
  )
}

/** Cuts the file into parts and seals each for the member. */
class Parts {
  private waiting: Buffer[] = []
  private held = 0
  private part = 0
  bytes = 0
  private readonly deps: Deps
  private readonly taken: Taken
  constructor(deps: Deps, taken: Taken) {
    this.deps = deps
    this.taken = taken
  }

  async add(bytes: Buffer): Promise<void> {
    this.waiting.push(bytes)
    this.held += bytes.length
    this.bytes += bytes.length
    if (this.held >= PART_BYTES) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.held === 0) return
    const { db, settings } = this.deps
    const text = Buffer.concat(this.waiting).toString('base64')
    const sealed = sealNumber(settings.cardKey, this.taken.memberId, text)
    await insertPart(db, this.taken, this.part, sealed)
    this.part += 1
    this.waiting = []
    this.held = 0
  }
}

async function make(deps: Deps, taken: Taken): Promise<number> {
  const { db, clock } = deps
  const { memberId } = taken
  await dropParts(db, memberId)
  const all = chapters(deps)
  const now = clock.now()
  const zip = new Zip(now)
  const parts = new Parts(deps, taken)
  const whole: Record<string, unknown> = {
    made_at: beijing(now),
    about: Object.fromEntries(all.map(({ name, label, about }) => [name, summaryOf(label, about)])),
  }
  for (const [done, chapter] of all.entries()) {
    await noteProgress(db, taken, done, all.length + 1)
    const found = await readAll(chapter, memberId)
    whole[chapter.name] = found
    if (found.length > 0)
      await parts.add(zip.add(`${chapter.label}.csv`, Buffer.from(csvOf(found))))
  }
  const schema = JSON.stringify(await schemaOf(db), null, 1)
  await parts.add(zip.add('schema.json', Buffer.from(schema)))
  await parts.add(zip.add('data.json', Buffer.from(JSON.stringify(whole, null, 1))))
  await parts.add(zip.end())
  await parts.flush()
  return parts.bytes
}

const summaryOf = (label: string, { purpose, basis, retention }: Chapter['about']) => ({
  label,
  purpose,
  basis,
  retention,
})

/**
 * Makes the next copy that was asked for; answers 1, or 0 when none was. One that is not made is
 * thrown, and tried again when its lease ends.
 */
export async function runExports(deps: Deps): Promise<number> {
  const { db, clock } = deps
  const taken = await takeExport(db, LEASE_SECONDS)
  if (!taken) return 0
  const of = `copy of the data of member ${taken.memberId}`
  // Tries that ended with their process have caught nothing.
  if (taken.attempts > MOST_TRIES) {
    await failExport(db, taken)
    throw new Error(`${of}: given up after ${MOST_TRIES} tries`)
  }
  try {
    const bytes = await make(deps, taken)
    if ((await finishExport(db, taken, bytes, DAYS)) === 1)
      await notify(
        db,
        taken.memberId,
        '您的个人信息副本已生成',
        `请在 ${DAYS} 天内到“个人信息与权利”下载，下载时需要验证登录密码。`,
        clock.now(),
        { kind: 'service', link: '/dataRights' },
      )
  } catch (error) {
    if (taken.attempts === MOST_TRIES) await failExport(db, taken)
    throw new Error(`${of}, try ${taken.attempts}: ${(error as Error).message}`, { cause: error })
  }
  return 1
}
