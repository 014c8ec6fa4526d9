import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readSetting } from '../../kernel/setting.ts'

export const DATA_RIGHTS_SETTING = 'data_rights'

/** How long the law keeps what: data, key `data_rights`. */
export const dataRightsSchema = z.object({
  /** Years that the record of an erased member is kept, locked and sealed. */
  recordYears: z.number().int().min(1).max(30).default(5),
})

export const dataRightsSetting = (db: Db) => readSetting(db, DATA_RIGHTS_SETTING, dataRightsSchema)
