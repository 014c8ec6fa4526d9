import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { rangeNamed } from '../methods.ts'
import { cashierSetting, rangeOf } from '../setting.ts'

export const getPayRange: Handler<'POST /api/getPayRange'> = async ({ db, body }) => {
  const asked = rangeNamed(body.type)
  if (!asked) throw new Refusal(say('deposit.method_unknown'))
  const { minFen, maxFen } = rangeOf(await cashierSetting(db), asked.method, asked.protocol)
  return { data: { min_price: yuanOf(minFen), max_price: yuanOf(maxFen) } }
}
