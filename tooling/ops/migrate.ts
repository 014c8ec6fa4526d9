// Brings a database up to date: MIGRATION_URL (an owner login) or DATABASE_URL. With a directory of
// brands (DIRECTORY_URL) the directory and the databases of all brands, one after the other.
import { migrate } from '@tianping/database'
import { directorySettings } from '../../apps/server/src/brands/brandSettings.ts'
import { inRoot } from '../root.ts'
import { migrateBrands, openWork } from './brands/work.ts'

const said = (applied: string[]) =>
  applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Already up to date.'

async function one(): Promise<number> {
  const url = process.env['MIGRATION_URL'] ?? process.env['DATABASE_URL']
  if (!url) {
    console.error('Set MIGRATION_URL to a login that owns the schema.')
    return 2
  }
  console.log(said(await migrate(url, inRoot('apps/server/migrations'))))
  return 0
}

async function several(): Promise<number> {
  const work = await openWork(process.env, directorySettings(process.env))
  try {
    const all = await migrateBrands(work)
    for (const { code, applied, error } of all)
      console.log(`${code}: ${error === '' ? said(applied) : `FAILED: ${error}`}`)
    return all.some(({ error }) => error !== '') ? 1 : 0
  } finally {
    await work.db.destroy()
  }
}

process.exitCode = await (process.env['DIRECTORY_URL'] ? several() : one())
