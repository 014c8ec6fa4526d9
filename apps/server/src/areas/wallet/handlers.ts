import { balance } from './member/balance.ts'
import { before } from './member/before.ts'
import { bring } from './member/bring.ts'
import { left } from './member/left.ts'
import { where } from './member/where.ts'
import { uptransferstatus } from './member/uptransferstatus.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { balancelist } from './member/balancelist.ts'
import { getBetAmount } from './member/getBetAmount.ts'
import { outcome } from './member/outcome.ts'
import { transall } from './member/transall.ts'
import { transfer } from './member/transfer.ts'
import { userapimoney } from './member/userapimoney.ts'

export const walletHandlers = {
  'POST /api/balance': balance,
  'POST /api/uptransferstatus': uptransferstatus,
  'POST /api/balancelist': balancelist,
  'POST /api/userapimoney/:code': userapimoney,
  'POST /api/transall': transall,
  'POST /api/transfer': transfer,
  'POST /api/outcome': outcome,
  'POST /api/money/where': where,
  'POST /api/money/left': left,
  'POST /api/money/before': before,
  'POST /api/money/bring': bring,
  'POST /api/getBetAmount': getBetAmount,
} satisfies Handlers
