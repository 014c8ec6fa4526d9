import { say } from '@tianping/contract/refusals'
import { formatFen, yuanOf } from '@tianping/money'
import { Refusal } from '../../../kernel/http/refusal.ts'
import type { Handler } from '../../../kernel/http/services.ts'
import { recallAll } from '../../venues/venues.ts'

function recalledText(recalledFen: bigint, pending: number): string {
  if (recalledFen > 0n) return `已回收 ${formatFen(recalledFen)} 元`
  return pending > 0 ? '回收处理中' : '场馆没有可回收的余额'
}

export const transall: Handler<'POST /api/transall'> = async ({ caller, member, ...services }) => {
  const { recalledFen, failed, pending, each } = await recallAll(services, {
    memberId: member.memberId,
    key: caller.key,
  })
  const names = (venues: { name: string }[]) => venues.map(venue => venue.name).join('、')
  if (recalledFen === 0n && failed.length > 0)
    throw new Refusal(say('transfer.not_recalled', { venues: names(failed) }))
  const parts = [
    recalledText(recalledFen, pending.length),
    failed.length > 0 ? `${names(failed)}回收失败` : '',
    pending.length > 0 ? `${names(pending)}处理中，请稍后查看` : '',
  ]
  return {
    message: parts.filter(Boolean).join('；'),
    data: {
      recalled: yuanOf(recalledFen),
      failed: failed.map(venue => venue.platname),
      pending: pending.map(venue => venue.platname),
      venues: each.map(({ venue: { platname, name }, outcome, fen }) => ({
        platname,
        name,
        outcome,
        amount: yuanOf(fen),
      })),
    },
  }
}
