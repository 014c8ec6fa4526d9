import { percent } from '../../model/percent.ts'

type Row = { name: string; pays: string; win: string; edge: string }

/**
 * Every bet with its odds, its exact chance and the house's edge: computed from the published
 * mathematics, never typed.
 */
export function BetTable({ rows }: { rows: readonly Row[] }) {
  return (
    <table className="tb gap">
      <thead>
        <tr>
          <th scope="col">下注</th>
          <th scope="col">赔率</th>
          <th scope="col">赢的机会</th>
          <th scope="col">庄家优势</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, pays, win, edge }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>1 : {pays}</td>
            <td>{percent(win, 4)}%</td>
            <td>{percent(edge, 4)}%</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
