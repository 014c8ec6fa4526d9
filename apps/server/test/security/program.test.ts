// Whether the running program is the one that was released.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { inRoot } from '../../../../tooling/root.ts'
import { checkProgram, makeManifest } from '../../src/kernel/security/program.ts'
import { runProgramCheck } from '../../src/kernel/security/programChecks.ts'
import { desk } from '../console/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'

const folder = mkdtempSync(join(tmpdir(), 'release-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const manifest = join(folder, 'release.json')
const GAME = 'apps/venue/games/slot3/model/math.ts'
const SERVER = 'apps/server/src/ledger/ledger.ts'
const ADDED = SERVER.replace(/\w+\.ts$/, 'added.ts')
const file = (path: string) => join(folder, path)

/** A copy of a part of the program, released as it is. */
async function released(): Promise<string> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const part of ['apps/venue/games/slot3', 'apps/server/src/ledger', 'package-lock.json'])
    cpSync(inRoot(part), file(part), { recursive: true })
  const text = JSON.stringify(await makeManifest(folder, new Date()))
  writeFileSync(manifest, text)
  return createHash('sha256').update(text).digest('hex')
}

const database = await freshDatabase('server')
const clock = new TestClock()
const site = await openTestSite(database.url, { clock, env: { RELEASE_MANIFEST: manifest } })
/** Operators are logged out within the days that pass here. */
let admin = await desk(site, 'admin')
const alerts = async () =>
  (await admin.call('POST /api/console/security/alerts/list', {})).data.data.filter(
    each => each.kind === 'program_changed',
  )
const checked = async () =>
  (await admin.call('POST /api/console/security/program/list', {})).data.data[0]!

beforeEach(async () => {
  await released()
  admin = await desk(site, 'admin')
})

test('the program as released raises nothing; one altered file raises an event and an alert', async () => {
  expect(await runProgramCheck(site.services, 'job')).toMatchObject({
    state: 'same',
    differing: [],
  })
  expect(await checked()).toMatchObject({ origin: 'job', check_state: 'same', differs: 0 })
  expect(await alerts()).toEqual([])
  writeFileSync(file(GAME), '// pays more\n', { flag: 'a' })
  await runProgramCheck(site.services, 'job')
  expect(await checked()).toMatchObject({ check_state: 'changed', differs: 1, differing: [GAME] })
  expect(await alerts()).toHaveLength(1)
  // The next day it still differs, and says so again.
  clock.advance(25 * 3_600_000)
  admin = await desk(site, 'admin')
  await runProgramCheck(site.services, 'job')
  expect(await alerts()).toHaveLength(2)
})

test('an operator checks on demand, with a remark in the audit log', async () => {
  const check = (who: typeof admin) =>
    who.call('POST /api/console/security/program/check', { remark: '例行核对' })
  expect((await check(admin)).data).toEqual({ state: 'same', differing: [] })
  writeFileSync(file(SERVER), '// also\n', { flag: 'a' })
  expect(await check(admin)).toMatchObject({
    message: '程序与发布清单不符，已发出警报',
    data: { state: 'changed', differing: [SERVER] },
  })
  const { data } = await admin.call('POST /api/console/audit/list', {
    action: 'security.program_checked',
  } as never)
  expect(data.data[0]).toMatchObject({ note: '例行核对' })
  const finance = await desk(site, 'finance')
  expect((await check(finance)).code).toBe(403)
})

describe('what differs is', () => {
  const differing = async (expected: string | null = null) => {
    const found = await checkProgram(manifest, expected)
    return found.state === 'unreleased' ? 'unreleased' : found.differing
  }
  test('a file that was added or removed', async () => {
    writeFileSync(file(ADDED), 'export {}\n')
    rmSync(file(GAME))
    expect(await differing()).toEqual([ADDED, GAME])
  })
  test('another package in the lockfile', async () => {
    writeFileSync(file('package-lock.json'), '{}')
    expect(await differing()).toEqual(['package-lock.json'])
  })
  test('a manifest made anew after a change, where its hash is held apart', async () => {
    const mark = await released()
    expect(await differing(mark)).toEqual([])
    writeFileSync(file(GAME), '// pays more\n', { flag: 'a' })
    writeFileSync(manifest, JSON.stringify(await makeManifest(folder, new Date())))
    expect(await differing()).toEqual([])
    expect(await differing(mark)).toEqual([manifest])
    rmSync(manifest)
    expect(await differing(mark)).toEqual([manifest])
  })
  test('a manifest that cannot be read', async () => {
    writeFileSync(manifest, '{"files": {}}')
    expect(await differing()).toEqual([manifest])
  })
  test('nothing without a manifest: a clone raises no alarm', async () => {
    rmSync(manifest)
    expect(await differing()).toBe('unreleased')
    const before = (await alerts()).length
    expect(await runProgramCheck(site.services, 'job')).toEqual({ state: 'unreleased' })
    expect(await alerts()).toHaveLength(before)
  })
})

test('a manifest of this program has the ledger, every game, the protocol and the packages', async () => {
  const files = Object.keys((await makeManifest(inRoot(), new Date())).files)
  for (const wanted of [
    SERVER,
    GAME,
    'apps/venue/games/football/model/outcome.ts',
    'apps/venue/server/play/placeBet.ts',
    'apps/server/migrations/010_ledger.sql',
    'packages/fairness/src/index.ts',
    'package-lock.json',
    'node_modules/.package-lock.json',
  ])
    expect(files).toContain(wanted)
  expect(files.filter(each => each.includes('/test/'))).toEqual([])
})
