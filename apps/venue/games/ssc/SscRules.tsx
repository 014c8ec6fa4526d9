import { ssc } from './model/ssc.ts'
import { TableRules } from '../../client/rounds/TableRules.tsx'

export function SscRules() {
  return (
    <TableRules
      table={ssc}
      intro="每期开出万、千、百、十、个五个数字。单个数字 5–9 为大，总和 23–45 为大；龙虎比较万位与个位；前三、中三、后三的顺子不分次序，9 与 0 相连。"
    />
  )
}
