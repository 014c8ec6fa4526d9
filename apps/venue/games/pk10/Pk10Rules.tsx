import { pk10 } from './model/pk10.ts'
import { TableRules } from '../../client/rounds/TableRules.tsx'

export function Pk10Rules() {
  return (
    <TableRules
      table={pk10}
      intro="每期十辆车，名次由已承诺的种子洗牌决定，动画只作展示。冠亚和为前两名车号之和，12–19 为大，3–11 为小。龙虎比较对称的两个名次：冠军对第十、亚军对第九，依此类推，车号大者胜。"
    />
  )
}
