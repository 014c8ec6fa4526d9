import { statementState, type StatementState } from '@tianping/contract/agent/facts'
import { StateDot } from '../ui/Chip.tsx'
import { InfiniteList } from '../ui/InfiniteList.tsx'
import { LinkRow } from '../ui/List.tsx'
import { Money, yuanText } from '../ui/Money.tsx'
import { Empty } from '../ui/Empty.tsx'
import { hrefs } from './address.ts'
import { usePages } from './data.ts'
import css from './agent.module.css'

type Standing = { kind?: 'ok' | 'wait' | 'bad'; text: string }
const states: Readonly<Record<StatementState, Standing>> = {
  [statementState.empty]: { text: '无需发放' },
  [statementState.waiting]: { kind: 'wait', text: '待审核' },
  [statementState.paid]: { kind: 'ok', text: '已发放' },
  [statementState.rejected]: { kind: 'bad', text: '未通过' },
}

/** What became of a statement, as a dot and a word. */
export function PayState({ state }: { state: StatementState }) {
  const { kind, text } = states[state]
  return <StateDot {...(kind ? { kind } : {})}>{text}</StateDot>
}

export const monthText = (month: string) => `${month.slice(0, 4)}年${Number(month.slice(5))}月`

/** One statement a month, newest first. */
export function StatementsPage() {
  const list = usePages('POST /api/agent/statements', {})
  return (
    <InfiniteList list={list} empty={<Empty>每月结束后自动生成账单，审核后发放至中心钱包</Empty>}>
      {rows => (
        <section className="list" aria-label="佣金账单">
          {rows.map(row => (
            <LinkRow
              key={row.month}
              href={hrefs.statement(row.month)}
              title={<b>{monthText(row.month)}</b>}
              note={
                row.by_plan
                  ? '按佣金方案结算'
                  : `计佣 ${yuanText(row.commissionable)} 元 × ${row.percent}%`
              }
              end={
                <span className={css.pay}>
                  <Money yuan={row.commission} />
                  <PayState state={row.state} />
                </span>
              }
            />
          ))}
        </section>
      )}
    </InfiniteList>
  )
}
