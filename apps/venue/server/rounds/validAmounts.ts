/**
 * The valid amount of one player's bets on one round: the smaller of all he staked and what he won
 * or lost, so that bets on opposite sides count for nothing. It is spread over the bets by their
 * stakes, to the fen, in the order given.
 */
export function validAmounts(bets: readonly { stake: bigint; payout: bigint }[]): bigint[] {
  const staked = bets.reduce((sum, bet) => sum + bet.stake, 0n)
  const net = bets.reduce((sum, bet) => sum + bet.payout - bet.stake, 0n)
  const size = net < 0n ? -net : net
  const valid = size < staked ? size : staked
  let upTo = 0n
  let given = 0n
  return bets.map(({ stake }) => {
    upTo += stake
    const part = (valid * upTo) / staked - given
    given += part
    return part
  })
}
