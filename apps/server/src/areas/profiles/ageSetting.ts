import { standardAge, type AgeBounds } from '@tianping/contract/account/facts'
import type { Db } from '@tianping/database'
import { isDay } from '@tianping/money/day'
import { z } from 'zod'
import { aDay } from '../../kernel/setting.ts'
import { moreOf } from './merge.ts'
import { ruled } from './setting.ts'

export const AGE_SETTING = 'age'

/** Who is old enough, and the earliest birthday that a form takes: data, key `age`. */
export const ageSchema = z.object({
  minAge: z.number().int().min(18).max(30).default(standardAge.min_age),
  earliestBirthday: z
    .string()
    .refine(day => isDay(day) && day >= '1900-01-01', '日期格式为 YYYY-MM-DD，不早于 1900-01-01')
    .meta(aDay)
    .default(standardAge.earliest_birthday),
})

export async function ageBounds(db: Db): Promise<AgeBounds> {
  const { own, demands } = await ruled(db, AGE_SETTING, ageSchema)
  return { min_age: moreOf(own.minAge, demands.minAge), earliest_birthday: own.earliestBirthday }
}
