import { run, sql } from '@tianping/database'
import { describe, expect, test, vi } from 'vitest'
import { appSchema } from '../../src/kernel/appSetting.ts'
import { readSetting, writeSetting } from '../../src/kernel/setting.ts'
import { memoryOf } from '../../src/kernel/settingMemory.ts'
import { present } from '../../src/kernel/present.ts'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { openTestSite, type TestSite } from '../support/site.ts'
import { statementsOf } from '../support/statements.ts'

const database = await freshDatabase('server')
const owner = database.open()
const [here, there] = [await openTestSite(database.url), await openTestSite(database.url)]

const titleAt = async (site: TestSite) =>
  (await site.call<{ title: string }>('POST /api/app')).data.title
const write = (title: string) =>
  writeSetting(owner, 'app', appSchema, { title }, { name: 'test', at: new Date() })
/**
 * Until the memory of a site answers again, some time after a write of this process; read just now,
 * it lasts for some seconds.
 */
const remembers = (site: TestSite) => {
  memoryOf(site.services.db)?.clear()
  return vi.waitFor(
    async () => expect(await memoryOf(site.services.db)?.get()).toBeInstanceOf(Map),
    60_000,
  )
}

describe('settings that instances remember', () => {
  test('a change of this process counts in the next call, at every instance of it', async () => {
    for (const title of ['甲', '乙', '丙']) {
      await write(title)
      expect([await titleAt(here), await titleAt(there)]).toEqual([title, title])
    }
  })

  test('what another process changes counts when its notice comes', async () => {
    await Promise.all([remembers(here), remembers(there)])
    await run(
      owner,
      sql`insert into site_setting (key, version, value, changed_by, changed_at)
      select 'app', max(version) + 1, '{"title":"丁"}', 'elsewhere', now() from site_setting where key = 'app'`,
    )
    // Sooner than the memory would end by itself.
    await vi.waitFor(async () => expect(await titleAt(here)).toBe('丁'), 60_000)
    await vi.waitFor(async () => expect(await titleAt(there)).toBe('丁'), 60_000)
  })

  test('a call that reads only settings asks the database nothing', async () => {
    await remembers(here)
    await titleAt(here)
    expect(await statementsOf(here, () => titleAt(here))).toEqual([])
  })

  test('without news nothing is kept, and transactions always ask', async () => {
    const memory = present(memoryOf(here.services.db), 'memory of the site')
    here.services.bus.onLine(false)
    expect(memory.get()).toBeUndefined()
    expect(await statementsOf(here, () => titleAt(here))).toHaveLength(1)
    here.services.bus.onLine(true)
    expect(memoryOf(owner)).toBeUndefined()
  })

  test('what is remembered cannot be changed by a handler', async () => {
    await remembers(here)
    const app = await readSetting(here.services.db, 'app', appSchema)
    expect(() => app.entrances.push('https://elsewhere.example')).toThrow(TypeError)
    expect(await readSetting(here.services.db, 'app', appSchema)).toBe(app)
  })
})
