import { connect } from '@tianping/database'
import { z } from 'zod'
import { ROLE } from '../compose.ts'
import type { Settings } from '../kernel/environment.ts'
import { readSetting } from '../kernel/setting.ts'
import { demoProblems } from '../startProblems.ts'

/** Which brand a database belongs to: written when the brand is added, and moved with it. */
export const BRAND_SETTING = 'brand'
export const brandSetting = z.object({ code: z.string().default('') })

/**
 * Refuses a database that is another brand's, or nobody's: an address that was mistyped must not
 * show one brand's members to another. In production also one that the demo has filled.
 */
export async function requireOwnDatabase(settings: Settings, code: string): Promise<void> {
  const db = connect(settings.databaseUrl, {
    role: ROLE,
    applicationName: 'tianping-start',
    maxConnections: 1,
  })
  try {
    const found = await readSetting(db, BRAND_SETTING, brandSetting)
    if (found.code !== code)
      throw new Error(
        found.code === ''
          ? 'the database belongs to no brand; add it by tianping brand add'
          : `the database belongs to the brand ${found.code}`,
      )
    const problems = settings.mode === 'production' ? await demoProblems(db) : []
    if (problems.length > 0) throw new Error(problems.join('; '))
  } finally {
    await db.destroy()
  }
}
