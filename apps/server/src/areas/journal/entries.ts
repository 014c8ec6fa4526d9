import type { ConsoleGiven } from '@tianping/contract/console'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { entryRows } from './store/entries.sql.ts'
import { at } from '../../kernel/present.ts'

/** The chart of accounts as people read it. */
export const accountNames: Record<number, string> = {
  100: '中心钱包',
  110: '场馆余额',
  120: '未结注单',
  200: '存款清算',
  210: '应付取款',
  220: '付款银行',
  300: '红包支出',
  310: '返水支出',
  320: '活动彩金',
  330: '代理佣金',
  400: '场馆结算',
  410: '游戏输赢',
  500: '手续费收入',
  900: '人工调整',
  910: '尾差',
}

/**
 * The ledger's transactions for one source of a member (an order, a transfer, a claim), each with
 * its lines.
 */
export async function entriesOf(
  { db, venues }: Pick<Services, 'db' | 'venues'>,
  memberId: bigint,
  sourceId: string,
): Promise<ConsoleGiven<'POST /api/console/ledger/entries'>> {
  if (memberId <= 0n || sourceId === '') return []
  const [lines, all] = await Promise.all([entryRows(db, memberId, sourceId), venues.all()])
  const nameOf = (venueId: number) =>
    venueId === 0 ? '' : `（${all.find(venue => venue.venueId === venueId)?.name ?? venueId}）`
  return [...Map.groupBy(lines, line => line.transactionId).values()].map(group => {
    const { transactionId, at: moment, code, phase, actorType, actorId, key } = at(group, 0)
    return {
      transaction_id: transactionId,
      at: beijing(moment),
      code,
      phase,
      actor: `${actorType}:${actorId}`,
      key,
      lines: group.map(line => ({
        account_code: line.account,
        account: `${accountNames[line.account] ?? line.account}${nameOf(line.venueId)}`,
        layer: line.layer,
        amount: yuanOf(line.amountFen),
        balance_after: line.balanceAfterFen === null ? null : yuanOf(line.balanceAfterFen),
      })),
    }
  })
}
