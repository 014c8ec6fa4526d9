import {
  creditLabels,
  statementDefinitions,
  type Credit,
} from '@tianping/contract/protection/facts'
import { useState } from 'react'
import { FailedAnswer } from '../../app/FailedAnswer.tsx'
import { href } from '../../app/routes/paths.ts'
import { useView } from '../../app/routes/view.ts'
import { useDownload } from '../../app/useDownload.ts'
import { ActionBar, Button } from '../../ui/Button.tsx'
import { Card, Vault } from '../../ui/Card.tsx'
import { LinkRow, List, Pairs } from '../../ui/List.tsx'
import { Money, yuanText } from '../../ui/Money.tsx'
import { Skeleton, SkeletonRows } from '../../ui/states.tsx'
import { Bars } from './Bars.tsx'
import { Played } from './Played.tsx'
import { SpanChips } from './SpanChips.tsx'
import {
  isChoice,
  spanOf,
  useStatement,
  type Choice,
  type Span,
  type Statement,
} from './useStatement.ts'
import css from './statement.module.css'

/** The statement of a span: the span first, then its figures, its parts and its files. */
export function Account() {
  const [choice, setChoice] = useView<Choice>('days', { preset: 'year' }, isChoice)
  const [now] = useState(() => Date.now())
  const span = spanOf(choice, now)
  const answer = useStatement(span)
  return (
    <div className="page stack app--action">
      <SpanChips choice={choice} onChoose={setChoice} now={now} />
      {answer.data && (
        <div className="stack" aria-busy={answer.isPlaceholderData}>
          <Figures statement={answer.data} />
        </div>
      )}
      {!answer.data && (answer.isError ? <FailedAnswer of={answer} /> : <Coming />)}
      <Files span={span} />
    </div>
  )
}

const daysOf = ({ from, to }: Statement) => ({ from, to })

const Figures = ({ statement }: { statement: Statement }) => (
  <>
    <Lead statement={statement} />
    <Bars key={`${statement.from}${statement.to}`} statement={statement} />
    <List label="明细">
      <LinkRow
        icon="receipt"
        title="这段时间的交易记录"
        href={href('/transRecord', daysOf(statement))}
      />
      <LinkRow
        icon="slot"
        title="这段时间的投注记录"
        href={href('/betRecord', daysOf(statement))}
      />
    </List>
    <Played title="按场馆" rows={statement.venues.map(each => ({ ...each, name: each.venue }))} />
    <Played
      title="按游戏"
      rows={statement.games.map(each => ({ ...each, name: each.game, note: each.venue }))}
      more={statement.more_games}
    />
    <Card label="其他入账">
      <h2 className={css.title}>其他入账</h2>
      <Pairs
        pairs={(Object.keys(creditLabels) as Credit[]).map(each => ({
          label: creditLabels[each],
          value: <Money yuan={statement[each]} signed />,
        }))}
      />
    </Card>
    <section className={`card ${css.lifetime}`} aria-label="开户至今净存入">
      <div>
        <h2 className="t-15">开户至今净存入</h2>
        <p className="t-12 faint">{statement.lifetime.explanation}</p>
      </div>
      <Money yuan={statement.lifetime.net_deposit} size={17} />
    </section>
    <div className={css.foot}>
      {statementDefinitions.map(text => (
        <p key={text} className="t-12 muted">
          {text}
        </p>
      ))}
    </div>
  </>
)

const Lead = ({ statement: s }: { statement: Statement }) => (
  <Vault label="合计">
    <div className={css.line}>
      <span className="sub">净额</span>
      <span className="sub">
        {s.from} 至 {s.to}
      </span>
    </div>
    <p>
      <Money yuan={s.net} size={34} signed />
    </p>
    <p className="sub">
      投注 ¥{yuanText(s.stake)}，派彩 ¥{yuanText(s.payout)}
    </p>
    <dl className={css.parts}>
      {[
        ['存款', s.deposits],
        ['取款', s.withdrawals],
        ['净存入', s.net_deposit],
      ].map(([label, yuan]) => (
        <div key={label}>
          <dt className="sub">{label}</dt>
          <dd>
            <Money yuan={yuan} />
          </dd>
        </div>
      ))}
    </dl>
  </Vault>
)

const fileOf = (format: 'csv' | 'pdf', { from, to }: Span) =>
  `/api/protection/statement/file/${format}?from=${from}&to=${to}`

function Files({ span }: { span: Span }) {
  const { run, busy } = useDownload()
  return (
    <ActionBar>
      {(['csv', 'pdf'] as const).map(format => {
        const url = fileOf(format, span)
        return (
          <Button
            key={format}
            kind="quiet"
            icon="download"
            label={`下载 ${format.toUpperCase()}`}
            busy={busy === url}
            onClick={() => run(url)}
          >
            {format.toUpperCase()}
          </Button>
        )
      })}
    </ActionBar>
  )
}

/** Stands while the first statement is calculated, in its shape. */
const Coming = () => (
  <div className="stack" aria-busy="true" aria-label="加载中">
    <Skeleton height="208px" radius={16} />
    <Skeleton height="292px" radius={16} />
    <SkeletonRows rows={4} />
  </div>
)
