import { categories, categoryLabels, rebateFields } from '@tianping/contract/games/facts'
import type { Level } from './useVip.ts'
import css from './vip.module.css'

const columns = categories.map(category => ({
  key: rebateFields[category],
  label: categoryLabels[category],
}))

/** The largest rebate of every level and category, in percent; the member's own level is marked. */
export const RebateTable = ({
  levels,
  vip,
}: {
  levels: readonly Level[]
  vip: number | undefined
}) => (
  <section className={`card ${css.table}`} aria-label="最高返水比例">
    <h2>
      最高返水比例<small className="t-12 muted">单位 %</small>
    </h2>
    <table className="table">
      <thead>
        <tr>
          <th scope="col">等级</th>
          {columns.map(({ key, label }) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {levels.map(level => (
          <tr
            key={level.vip}
            className={level.vip === vip ? 'own' : undefined}
            aria-current={level.vip === vip || undefined}
          >
            <th scope="row">{level.vipname}</th>
            {columns.map(({ key }) => (
              <td key={key}>{level[key].toFixed(2)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
