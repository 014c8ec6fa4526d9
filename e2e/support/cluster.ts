// One PostgreSQL for all browser tests, whose templates hold the demo data already: every file of
// tests copies its two databases in some ten milliseconds instead of making the demo again.
import type { TestProject } from 'vitest/node'
import { buildApps } from '../../tooling/build.ts'
import { seedBriefly } from '../../tooling/past.ts'
import openCluster, { SERVER_TEMPLATE, VENUE_TEMPLATE } from '../../tooling/test/cluster.ts'

export async function setup(project: TestProject) {
  await buildApps(text => console.log(text))
  const close = await openCluster(project)
  const admin = project.getProvidedContext().postgresUrl
  const named = (name: string) => Object.assign(new URL(admin), { pathname: `/${name}` }).href
  await seedBriefly({
    databaseUrl: named(SERVER_TEMPLATE),
    venueDatabaseUrl: named(VENUE_TEMPLATE),
    publicUrl: 'http://127.0.0.1:1',
  })
  return close
}
