// `tianping restore --into FOLDER [--to TIME]`: a database of a moment, checked, in a new folder.
import { beijing } from '@tianping/money/day'
import { parseArgs } from 'node:util'
import { momentOf } from '../moment.ts'
import { restore } from '../restore.ts'
import { databaseOf } from '../runs.ts'
import { shelfOf } from '../settings.ts'

const USAGE = `usage: tianping restore --into FOLDER [--to TIME] [--database NAME]
  FOLDER  an empty folder, or one that is not there yet
  TIME    2026-11-23T18:30:00Z, or 2026-11-23 18:30 of Beijing; the end of the log without it
  NAME    the database whose books are checked; that of BACKUP_URL, else tianping`

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      into: { type: 'string' },
      to: { type: 'string' },
      database: { type: 'string' },
    },
  })
  if (!values.into) throw new Error(USAGE)
  const to = values.to === undefined ? undefined : momentOf(values.to)
  if (to === null) throw new Error(USAGE)
  const url = process.env['BACKUP_URL']
  const say = (text: string) => console.log(text)
  if (to) say(`Going back to ${beijing(to)} of Beijing.`)
  const { folder, backup, reached, holds, report } = await restore({
    shelf: shelfOf(process.env),
    into: values.into,
    to,
    database: values.database ?? (url ? databaseOf(url) : 'tianping'),
    say,
  })
  say(report)
  say(`Restored ${backup}; the last transaction is of ${reached || 'the backup itself'}.`)
  say(
    holds
      ? `The books hold. The database lies in ${folder}; start PostgreSQL on it, then run tianping reconcile, which asks the venues too.`
      : `THE BOOKS DO NOT HOLD. The database lies in ${folder}; do not use it.`,
  )
  return holds ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
