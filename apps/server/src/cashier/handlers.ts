import type { Handlers } from '../http/services.ts'
import { getPayRange } from './getPayRange.ts'
import { get_pay_way } from './get_pay_way.ts'
import { getpaybank } from './getpaybank.ts'
import { payinfo } from './payinfo.ts'
import { recharge } from './recharge.ts'
import { withdraw } from './withdraw.ts'

export const cashierHandlers = {
  'GET /api/get_pay_way': get_pay_way,
  'POST /api/getPayRange': getPayRange,
  'POST /api/getpaybank': getpaybank,
  'POST /api/recharge': recharge,
  'POST /api/payinfo': payinfo,
  'POST /api/withdraw': withdraw,
} satisfies Handlers
