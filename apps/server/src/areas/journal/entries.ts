import type { ConsoleGiven } from '@tianping/contract/console'
import { ownRails } from '@tianping/contract/books/facts'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { account } from '../../ledger/ledger.ts'
import { allRails } from '../rails/rails.ts'
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
  230: '通道往来',
  240: '通道对冲',
  250: '会员欠款',
  260: '争议款项',
  270: '奖池',
  300: '红包支出',
  310: '返水支出',
  320: '活动彩金',
  330: '代理佣金',
  340: '欠款核销',
  350: '奖池种子',
  400: '场馆结算',
  410: '游戏输赢',
  500: '手续费收入',
  520: '通道费用',
  900: '人工调整',
  910: '尾差',
}

/** The accounts whose number is a rail's; of all others it is a venue's. */
const ofRails: readonly number[] = [account.rail, account.railFees]

/** How the numbers of accounts are called: venues and rails; empty for an account without one. */
export async function partNames({
  db,
  venues,
}: Pick<Services, 'db' | 'venues'>): Promise<(code: number, no: number) => string> {
  const [all, rails] = await Promise.all([venues.all(), allRails(db)])
  const ofVenues = new Map(all.map(each => [each.venueId, each.name]))
  const own: Partial<Record<string, string>> = ownRails
  const names = new Map(rails.map(each => [each.railNo, own[each.code] ?? each.code]))
  return (code, no) =>
    no === 0 ? '' : ((ofRails.includes(code) ? names : ofVenues).get(no) ?? String(no))
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
  const [lines, partOf] = await Promise.all([
    entryRows(db, memberId, sourceId),
    partNames({ db, venues }),
  ])
  const nameOf = (code: number, no: number) => (no === 0 ? '' : `（${partOf(code, no)}）`)
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
        account: `${accountNames[line.account] ?? line.account}${nameOf(line.account, line.venueId)}`,
        layer: line.layer,
        amount: yuanOf(line.amountFen),
        balance_after: line.balanceAfterFen === null ? null : yuanOf(line.balanceAfterFen),
      })),
    }
  })
}
