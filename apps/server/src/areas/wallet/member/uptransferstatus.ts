import { say } from '@tianping/contract/refusals'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { changeTransferStatus } from '../../account/account.ts'

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
  await changeTransferStatus(db, member.memberId, body.transferstatus === 1)
  return { message: '操作成功！', data: { transferstatus: body.transferstatus } }
}
