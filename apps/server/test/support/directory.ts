import { dropDatabase, ensureDatabase, migrate } from '@tianping/database'
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { inRoot } from '../../../../tooling/root.ts'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

/** A directory of brands of the test's own, migrated and empty; answers its address. */
export async function directoryDatabase(): Promise<string> {
  const admin = inject('postgresUrl')
  const name = `t_${randomBytes(6).toString('hex')}`
  await ensureDatabase(admin, name)
  const url = admin.replace(/\/[^/]*$/, `/${name}`)
  atEnd(() => dropDatabase(admin, name))
  await migrate(url, inRoot('apps/server/src/brands/migrations'))
  return url
}
