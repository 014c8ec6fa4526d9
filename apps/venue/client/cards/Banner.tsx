import { signedYuan, yuan } from '../kit/money.ts'
import { linesOf } from '../rounds/linesOf.ts'
import { useTableContext } from '../rounds/TableContext.ts'

/** What the round came to for the player; nothing for whoever did not bet. */
export function Banner() {
  const {
    table,
    board: { returns },
  } = useTableContext()
  if (!returns || table.tickets.length === 0) return null
  const staked = table.tickets.reduce((sum, bet) => sum + bet.stake, 0)
  const returned = table.tickets.reduce(
    (sum, bet) =>
      sum +
      Math.floor(
        linesOf(bet).reduce((all, { pick, stake }) => all + stake * returns(pick), 0) / 100,
      ),
    0,
  )
  const net = returned - staked
  return (
    <div className="banner" data-testid="banner">
      <span>本局净额</span>
      <b>{signedYuan(net)}</b>
      <span>返还 {yuan(returned)} 元</span>
    </div>
  )
}
