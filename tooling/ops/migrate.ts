// Brings a database up to date: MIGRATION_URL (an owner login) or DATABASE_URL.
import { migrate } from '@tianping/database'
import { inRoot } from '../root.ts'

const url = process.env['MIGRATION_URL'] ?? process.env['DATABASE_URL']
if (!url) {
  console.error('Set MIGRATION_URL to a login that owns the schema.')
  process.exit(2)
}
const applied = await migrate(url, inRoot('apps/server/migrations'))
console.log(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Already up to date.')
