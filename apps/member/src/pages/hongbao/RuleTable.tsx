import { HowCome } from '../../app/explain/Why.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { yuanText } from '../../ui/Money.tsx'
import { countedOf, rangeOf, runsOf, standingOf, termsOf, type Info } from './stages.ts'
import { beijingEnd, beijingStart } from './easternDays.ts'
import css from './hongbao.module.css'

/** The tiers: which deposits earn how many claims, and where the member stands. */
export const RuleTable = ({ info }: { info: Info | undefined }) => (
  <section
    className={`card ${css.table}`}
    aria-label="活动详情"
    aria-busy={info ? undefined : true}
  >
    <h2>
      活动详情<small className="t-12 muted">日期为美东时间</small>
    </h2>
    <p className={css.counted}>
      {info ? (
        <>
          {countedOf(info.claim)}
          <b>¥{yuanText(info.claim.counted)}</b>
          <HowCome why={info.claim.why} label="依据" />
        </>
      ) : (
        <Skeleton width="72%" height="16px" />
      )}
    </p>
    {info && info.rules.length === 0 ? (
      <p className={css.none}>暂无活动，敬请期待</p>
    ) : (
      <table className="table">
        <thead>
          <tr>
            <th scope="col">活动时间</th>
            <th scope="col" className={css.range}>
              累计存款金额
            </th>
            <th scope="col" className={css.count}>
              红包次数
            </th>
            <th scope="col">规则</th>
          </tr>
        </thead>
        <tbody>{info ? <Tiers info={info} /> : <Coming />}</tbody>
      </table>
    )}
  </section>
)

const Tiers = ({ info }: { info: Info }) =>
  runsOf(info.rules).map(({ from, to, rules }) =>
    rules.map(({ rule, at }, i) => {
      const standing = standingOf(info, at)
      return (
        <tr key={at} className={standing?.own ? 'own' : undefined}>
          {i === 0 && (
            <td rowSpan={rules.length} className={css.dates}>
              {from}
              <br />至<br />
              {to}
              <small className={`t-12 ${css.beijing}`}>
                北京时间
                <br />
                {beijingStart(from)}
                <br />至<br />
                {beijingEnd(to)}
              </small>
            </td>
          )}
          <td className={css.range}>
            {rangeOf(rule).map(part => (
              <span key={part}>{part} </span>
            ))}
          </td>
          <td>{rule.recharge}</td>
          <td className={css.terms}>
            {standing && <b>{standing.text}</b>}
            {termsOf(rule).map(term => (
              <span key={term}>{term} </span>
            ))}
          </td>
        </tr>
      )
    }),
  )

const Coming = () =>
  Array.from({ length: 4 }, (_, i) => (
    <tr key={i}>
      {Array.from({ length: 4 }, (__, j) => (
        <td key={j}>
          <Skeleton width="80%" height="16px" />
        </td>
      ))}
    </tr>
  ))
