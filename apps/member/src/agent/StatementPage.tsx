import { statementState } from '@tianping/contract/agent/facts'
import { useState } from 'react'
import { addDays } from '@tianping/money/day'
import { Button } from '../ui/Button.tsx'
import { Alert, Card, Vault } from '../ui/Card.tsx'
import { StateDot, Tag } from '../ui/Chip.tsx'
import { Pairs } from '../ui/List.tsx'
import { Money, yuanText } from '../ui/Money.tsx'
import { Failed, Skeleton } from '../ui/states.tsx'
import { toast } from '../ui/layer/toast.tsx'
import { call } from './call.ts'
import { useAnswer } from './data.ts'
import { Formula } from './OverviewPage.tsx'
import {
  recompute,
  type Formula as Terms,
  type Line,
  type Part,
  type Recomputed,
  type Statement,
} from './recompute.ts'
import { monthText, PayState } from './StatementsPage.tsx'
import css from './agent.module.css'

/** The server gives so many lines at once; a check reads all of them. */
const perPage = 100
const mostPages = 200

/**
 * One month: how the commission follows from the team's figures, line by line, and what became of
 * it.
 */
export function StatementPage({ month }: { month: string }) {
  const [page, setPage] = useState(1)
  const { data, failed, words, busy, retry } = useAnswer('POST /api/agent/statement', {
    month,
    page,
  })
  if (!data) return failed ? <Failed words={words} onRetry={retry} busy={busy} /> : <Coming />
  const { statement: s, formula, lines } = data
  return (
    <>
      <Vault gold label="佣金">
        <p className="sub">
          {monthText(s.month)}佣金（{s.from_day} 至 {addDays(s.until_day, -1)}）
        </p>
        <Money yuan={s.commission} size={34} />
        <p className={css.paid}>
          <PayState state={s.state} />
          {s.decided_at && <span className="sub">{s.decided_at}</span>}
        </p>
      </Vault>
      {s.state === statementState.rejected && <Alert kind="red">未通过原因：{s.remark}</Alert>}
      {s.state === statementState.paid && (
        <Alert kind="blue" icon="check">
          佣金已存入中心钱包，可在会员端查看账变。
        </Alert>
      )}
      {s.by_plan && <Parts plan={data.plan} parts={data.parts} />}
      <Calculation statement={s} />
      {lines.total > 0 && (
        <section aria-label="逐行明细" className="stack">
          <h2 className={css.title}>
            逐行明细<small className="t-12 muted">共 {lines.total} 位会员</small>
          </h2>
          {lines.data.map((line, i) => (
            <LineCard key={`${line.username}${i}`} line={line} formula={formula} />
          ))}
          {lines.last_page > 1 && <Pager page={page} of={lines} onTurn={setPage} />}
        </section>
      )}
      <Formula title="本账单所用规则" version={s.rule_version} lines={data.rule} />
    </>
  )
}

const howOf = (part: Part) =>
  part.kind === 'cpa'
    ? `${part.members} 位 × ${yuanText(part.unit)} 元`
    : `${yuanText(part.base + part.carried_in)} 元 × ${part.percent}%`

/** What a statement by a plan consists of; nobody is named. */
const Parts = ({ plan, parts }: { plan: string; parts: readonly Part[] }) => (
  <Card label="账单组成">
    <h2 className={css.title}>
      账单组成<small className="t-12 muted">{plan}</small>
    </h2>
    <Pairs
      pairs={parts.map(part => ({
        label: `${part.title}（${howOf(part)}）`,
        value: <Money yuan={part.amount} />,
      }))}
    />
  </Card>
)

const Calculation = ({ statement: s }: { statement: Statement }) => (
  <Card label="计算过程">
    <h2 className={css.title}>计算过程</h2>
    <Pairs
      pairs={[
        { label: `计佣基数（${s.members} 位会员）`, value: <Money yuan={s.base} /> },
        { label: '上月结转', value: <Money yuan={s.carried_in} /> },
        { label: '计佣金额', value: <Money yuan={s.commissionable} /> },
        { label: '活跃会员', value: `${s.active} 位` },
        { label: '佣金比例', value: `${s.percent}%` },
        {
          label: s.by_plan ? '佣金合计' : '佣金',
          value: <Money yuan={s.commission} />,
          strong: true,
        },
        ...(s.carried_out < 0
          ? [{ label: '结转下月', value: <Money yuan={s.carried_out} /> }]
          : []),
      ]}
    />
    <Check month={s.month} />
  </Card>
)

type PagerProps = {
  page: number
  of: { current_page: number; last_page: number }
  onTurn: (page: number) => void
}

const Pager = ({ page, of: { current_page, last_page }, onTurn }: PagerProps) => (
  <div className={css.pager}>
    <Button kind="quiet" size={44} disabled={page <= 1} onClick={() => onTurn(page - 1)}>
      上一页
    </Button>
    <span className="muted t-13">
      {current_page} / {last_page}
    </span>
    <Button kind="quiet" size={44} disabled={page >= last_page} onClick={() => onTurn(page + 1)}>
      下一页
    </Button>
  </div>
)

function LineCard({ line, formula: f }: { line: Line; formula: Terms }) {
  const corrected = Object.values(line.corrections).some(value => value !== 0)
  const sum = (of: Line['corrections']) =>
    f.basis === 'turnover'
      ? `有效投注 ${yuanText(of.valid)}`
      : `投注 ${yuanText(of.bets)} − 派彩 ${yuanText(of.payouts)}${f.deduct_promotions ? ` − 优惠 ${yuanText(of.promotions)}` : ''}`
  return (
    <article className={`card ${css.line}`}>
      <header>
        <b>{line.username}</b>
        {line.active && <Tag kind="jade">活跃</Tag>}
        <Money yuan={line.base} />
      </header>
      <p>{sum(line)}</p>
      {corrected && <p>更正：{sum(line.corrections)}</p>}
    </article>
  )
}

/** Reads every line and computes the statement again, here, by the formula it names. */
function Check({ month }: { month: string }) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Recomputed>()
  const run = async () => {
    setBusy(true)
    try {
      const first = await call('POST /api/agent/statement', { month, page: 1, per_page: perPage })
      const lines = [...first.lines.data]
      for (let page = 2; page <= Math.min(first.lines.last_page, mostPages); page++)
        lines.push(
          ...(await call('POST /api/agent/statement', { month, page, per_page: perPage })).lines
            .data,
        )
      setResult(recompute(first.statement, first.formula, lines, first.parts))
    } catch (error) {
      toast((error as Error).message, 'danger')
    }
    setBusy(false)
  }
  if (!result)
    return (
      <div className={css.check}>
        <Button kind="tonal" size={44} block busy={busy} icon="check" onClick={() => void run()}>
          逐行核对
        </Button>
      </div>
    )
  const wrong = result.lines.filter(line => !line.holds)
  return (
    <div className={css.check} role="status">
      <Alert kind={result.holds ? 'blue' : 'red'} icon={result.holds ? 'check' : 'warn'}>
        {result.holds
          ? `已在本机重新计算 ${result.lines.length} 行，与账单完全一致。`
          : '重新计算与账单不一致，请联系客服。'}
      </Alert>
      <ul className={css.checks}>
        {result.checks.map(({ name, stated, found, holds }) => (
          <li key={name}>
            <StateDot kind={holds ? 'ok' : 'bad'}>{holds ? '一致' : '不符'}</StateDot>
            <span>{name}</span>
            <span>
              {found}
              {holds ? '' : ` ≠ ${stated}`}
            </span>
          </li>
        ))}
        {wrong.map(({ username, stated, found }, i) => (
          <li key={`${username}${i}`}>
            <StateDot kind="bad">不符</StateDot>
            <span>{username}</span>
            <span>
              {found.toFixed(2)} ≠ {stated.toFixed(2)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Coming = () => (
  <div className="stack" aria-busy="true" aria-label="加载中">
    <Skeleton height="124px" radius={16} />
    <Skeleton height="320px" radius={16} />
    <Skeleton height="84px" radius={16} />
  </div>
)
