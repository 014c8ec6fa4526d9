import { figureFacts, paceLabels, type TargetFigure } from '@tianping/contract/figures/facts'
import { Hint } from '../../ui/values/Hint.tsx'
import { Opens } from '../../ui/values/Opens.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { goalText, paceTones, shareOf, type Goal, type Goals } from './goals.ts'
import css from './goals.module.css'

type TableProps = {
  goals: Goals
  onlySet?: boolean
  /** Opens what a figure is made of so far. */
  onOpen?: (figure: TargetFigure) => void
}

/** A month's figures beside their targets, with the pace so far. */
export function GoalTable({ goals, onlySet = false, onOpen }: TableProps) {
  const rows = onlySet ? goals.rows.filter(each => each.target !== null) : goals.rows
  return (
    <div className={css.scroll}>
      <table className={css.table} aria-label="月度目标">
        <thead>
          <tr>
            <th>项目</th>
            <th>至今</th>
            <th>目标</th>
            <th data-text="">达成</th>
            <th>按进度应达</th>
            <th>按此进度全月</th>
            <th data-text="">进度</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <Line
              key={row.figure}
              row={row}
              passed={goals.passed / goals.days}
              {...(onOpen && { onOpen })}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const HUNDRED = 100

type LineProps = Pick<TableProps, 'onOpen'> & { row: Goal; passed: number }

function Line({ row, passed, onOpen }: LineProps) {
  const { figure, target, reached, due, expected, pace, set_by, set_at } = row
  const share = shareOf(row)
  return (
    <tr>
      <td>
        <Hint text={figureFacts[figure].formula} className={css.name}>
          {figureFacts[figure].label}
        </Hint>
      </td>
      <td>
        {onOpen && reached !== 0 ? (
          <Opens onClick={() => onOpen(figure)}>{goalText(figure, reached)}</Opens>
        ) : (
          goalText(figure, reached)
        )}
      </td>
      <td>
        <Hint text={set_by && `${set_by} 于 ${set_at} 设定`}>{goalText(figure, target)}</Hint>
      </td>
      <td data-text="">
        {target !== null && (
          <span className={css.share}>
            <span className={css.bar} aria-hidden="true">
              <span style={{ width: `${Math.min(share, HUNDRED)}%` }} data-pace={pace} />
              <i style={{ left: `${passed * HUNDRED}%` }} />
            </span>
            {share.toFixed(1)}%
          </span>
        )}
      </td>
      <td>{goalText(figure, due)}</td>
      <td>{target === null ? '—' : goalText(figure, expected)}</td>
      <td data-text="">
        <Status tone={paceTones[pace]}>{paceLabels[pace]}</Status>
      </td>
    </tr>
  )
}
