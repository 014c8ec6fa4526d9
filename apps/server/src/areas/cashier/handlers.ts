import type { Handlers } from '../../kernel/http/services.ts'
import { depositPaid } from './member/depositPaid.ts'
import { depositWish } from './member/depositWish.ts'
import { depositoptions } from './member/depositoptions.ts'
import { getPayRange } from './member/getPayRange.ts'
import { get_pay_way } from './member/get_pay_way.ts'
import { getpaybank } from './member/getpaybank.ts'
import { payinfo } from './member/payinfo.ts'
import { recharge } from './member/recharge.ts'
import { withdraw } from './member/withdraw.ts'
import { depositreceipt, uploadReceipt } from './receipt/receipts.ts'

export const cashierHandlers = {
  'GET /api/get_pay_way': get_pay_way,
  'POST /api/getPayRange': getPayRange,
  'POST /api/getpaybank': getpaybank,
  'POST /api/depositoptions': depositoptions,
  'POST /api/depositreceipt': depositreceipt,
  'POST /api/depositreceipt/upload': uploadReceipt,
  'POST /api/recharge': recharge,
  'POST /api/payinfo': payinfo,
  'POST /api/deposit/paid': depositPaid,
  'POST /api/deposit/wish': depositWish,
  'POST /api/withdraw': withdraw,
} satisfies Handlers
