import { formatFen, parseYuan } from '@tianping/contract/money'
import { PLATFORM, transferRules } from '@tianping/contract/rules'
import { Refusal, refuseIf } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { transferWithVenue } from '../../venues/venues.ts'
import { refusePlay } from '../../protection/protection.ts'
import { readMember } from '../../account/account.ts'

export const transfer: Handler<'POST /api/transfer'> = async ({
  body,
  caller,
  member,
  ...services
}) => {
  refuseIf(transferRules(body))
  const direction = body.sourcetype === PLATFORM ? 'IN' : 'OUT'
  const venue = await services.venues.named(direction === 'IN' ? body.targettype : body.sourcetype)
  if (!venue) throw new Refusal('该场馆不存在')
  if (direction === 'IN' && venue.state !== 'open')
    throw new Refusal(`${venue.name}维护中，暂不支持转入`)
  if (direction === 'IN') await refusePlay(services.db, member.memberId, services.clock.now())
  // Manual transfer is available only when auto-transfer is off (P2-4-27).
  if ((await readMember(services.db, member.memberId)).transferstatus)
    throw new Refusal('请先关闭自动免转')
  const result = await transferWithVenue(services, {
    memberId: member.memberId,
    venue,
    direction,
    amountFen: parseYuan(body.amount)!,
    requestKey: caller.key,
    actor: { type: 'member', id: member.memberId.toString() },
  })
  switch (result.kind) {
    case 'done':
      return { message: '操作成功！', data: { out_trade_no: result.transfer.txId, state: 1 } }
    case 'pending':
      return {
        message: '转账处理中，结果请查看交易记录',
        data: { out_trade_no: result.transfer.txId, state: 2 },
      }
    case 'failed':
      throw new Refusal('转账失败，资金未变动', 400, { out_trade_no: result.transfer.txId })
    case 'insufficient':
      throw new Refusal(`余额不足，可用 ${formatFen(result.availableFen)} 元`, 400, {
        rule: 'balance',
        available: Number(result.availableFen) / 100,
      })
    case 'empty':
      throw new Refusal('该场馆没有可转出的余额')
    case 'busy':
      throw new Refusal(`${venue.name}有一笔转账正在处理，请稍后再试`)
    case 'unreachable':
      throw new Refusal(`${venue.name}暂时无法连接，请稍后再试`)
  }
}
