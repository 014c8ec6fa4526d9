import { k3 } from './model/k3.ts'
import { TableRules } from '../../client/rounds/TableRules.tsx'

export function K3Rules() {
  return (
    <TableRules
      table={k3}
      intro="每期掷三颗骰子。和值 11–18 为大，3–10 为小，豹子也算大小单双。二同号要求恰好两颗相同，三颗相同不算；二不同号只要两个号码都出现。"
    />
  )
}
