import { yuanOf } from '@tianping/contract/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { balances } from '../../../ledger/ledger.ts'
import { observe } from '../../venues/venues.ts'

export const userapimoney: Handler<'POST /api/userapimoney/:code'> = async ({
  body,
  member,
  ...services
}) => {
  const venue = await services.venues.named(body.code)
  if (!venue) throw new Refusal('该场馆不存在')
  const seen = await observe(services, member.memberId, venue)
  if (seen.kind === 'unreachable') throw new Refusal(`${venue.name}暂时无法连接，请稍后再试`)
  if (seen.kind === 'in_flight') throw new Refusal(`${venue.name}有一笔转账正在处理，请稍后刷新`)
  services.bus.publish('member', [member.memberId.toString()])
  const held = (await balances(services.db, member.memberId)).venues.find(
    each => each.venueId === venue.venueId,
  )
  return { message: '刷新成功', data: { balance: yuanOf(held?.postedFen ?? 0n) } }
}
