import { balance } from '../account/balance.ts'
import { uptransferstatus } from '../account/uptransferstatus.ts'
import type { Handlers } from '../http/services.ts'
import { balancelist } from './balancelist.ts'
import { getBetAmount } from './getBetAmount.ts'
import { transall } from './transall.ts'
import { transfer } from './transfer.ts'
import { userapimoney } from './userapimoney.ts'

export const walletHandlers = {
  'POST /api/balance': balance,
  'POST /api/uptransferstatus': uptransferstatus,
  'POST /api/balancelist': balancelist,
  'POST /api/userapimoney/:code': userapimoney,
  'POST /api/transall': transall,
  'POST /api/transfer': transfer,
  'POST /api/getBetAmount': getBetAmount,
} satisfies Handlers
