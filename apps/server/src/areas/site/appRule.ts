import { appSchema, placeIssues, type AppSetting, type Place } from '../../kernel/appSetting.ts'
import type { Kept } from '../../kernel/operator/settingForm.ts'
import { readVersioned, writeSetting } from '../../kernel/setting.ts'

/**
 * The settings of the site. What was stored before addresses were checked is still read, and
 * written again by a change that only takes away; the schema is for what another approves.
 */
export const appRule = (place: Place) =>
  ({
    key: 'app',
    label: '站点设置',
    group: 'site',
    schema: appSchema.superRefine((app, found) => {
      for (const { path, message } of placeIssues(app, place))
        found.addIssue({ code: 'custom', path: path.split('.'), message })
    }),
    read: db => readVersioned(db, 'app', appSchema),
    write: async (tx, value, by) => {
      await writeSetting(tx, 'app', appSchema, appSchema.parse(value), by)
    },
  }) satisfies Kept & { group: 'site' }

type Field = keyof AppSetting

/** What an operator changes alone: a name, and the switch that closes or opens the whole site. */
const own: readonly Field[] = ['title', 'site_state']
const switches: readonly Field[] = ['index_modal', 'redpacket_switch']
/** Empty, these show the popup to more. */
const bounds: readonly Field[] = ['modal_from', 'modal_until', 'modal_segment']

/** Whether a change only takes away: switches off, empties, or leaves fewer of a list. */
function takesAway(field: Field, before: AppSetting, after: AppSetting): boolean {
  const [was, is] = [before[field], after[field]]
  if (switches.includes(field)) return is === 0
  if (bounds.includes(field)) return false
  if (Array.isArray(was) && Array.isArray(is)) return is.every(each => was.includes(each))
  return is === ''
}

/**
 * Whether a change takes two persons: it sends members somewhere, speaks to all of them or opens
 * what pays.
 */
export const takesTwo = (before: AppSetting, after: AppSetting): boolean =>
  (Object.keys(after) as Field[]).some(
    field =>
      JSON.stringify(before[field]) !== JSON.stringify(after[field]) &&
      !own.includes(field) &&
      !takesAway(field, before, after),
  )
