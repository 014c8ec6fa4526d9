// The rule of the rate. A source that is new or changed is asked before it counts: one that has no
// price is refused with what it said.
import type { Db } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { refuseIssues } from '../../kernel/operator/settingForm.ts'
import { RATES_SETTING, ratesSchema, ratesSetting, sourceKey } from './setting.ts'
import { askSource } from './source.ts'

type Trying = Pick<Services, 'clock' | 'settings'> & { db: Db }

async function refuseSilent({ db, clock, settings }: Trying, value: unknown): Promise<void> {
  const next = ratesSchema.parse(value)
  const known = new Set((await ratesSetting(db)).sources.map(sourceKey))
  const now = clock.now()
  const issues = await Promise.all(
    next.sources.map(async (source, n) => {
      if (known.has(sourceKey(source))) return []
      try {
        await askSource(settings, source, { bounds: next, now })
        return []
      } catch (error) {
        const said = error instanceof Error ? error.message : ''
        return [{ path: `sources.${n}.url`, message: `“${source.name}”没有给出价格：${said}` }]
      }
    }),
  )
  refuseIssues(issues.flat())
}

export const ratesRule = {
  key: RATES_SETTING,
  label: 'USDT 汇率',
  group: 'money' as const,
  schema: ratesSchema,
  tryOut: refuseSilent,
}
