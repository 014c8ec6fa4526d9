import { say } from '@tianping/contract/refusals'
import { parseYuan, yuanOf, type Amount } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { changeTransferStatus } from '../../account/account.ts'

const LARGEST_FEN = 100_000_000n

/** The bound as written: undefined leaves it, 0 takes it away. Only whole yuan. */
function capOf(written: Amount | undefined): bigint | null | undefined {
  if (written === undefined || written === '') return undefined
  if (Number(written) === 0) return null
  const fen = parseYuan(written)
  if (fen === null || fen % 100n !== 0n || fen > LARGEST_FEN)
    throw new Refusal(say('transfer.each_max'))
  return fen
}

/**
 * Auto-transfer (自动免转) on or off; the member turns it on explicitly
 * (docs/decisions/0031-auto-transfer-moves-the-balance-to-the-game.md).
 */
export const uptransferstatus: Handler<'POST /api/uptransferstatus'> = async ({
  db,
  body,
  member,
}) => {
  if (body.transferstatus !== 0 && body.transferstatus !== 1)
    throw new Refusal(say('request.invalid'))
  const kept = await changeTransferStatus(db, member.memberId, {
    on: body.transferstatus === 1,
    capFen: capOf(body.each_max),
  })
  return {
    message: '操作成功！',
    data: {
      transferstatus: body.transferstatus,
      each_max: kept.capFen === null ? null : yuanOf(kept.capFen),
    },
  }
}
