/** How the hand of a side looks once there is a winner; a tie leaves both as they are. */
export function handLook<Side extends string>(side: Side, winner: Side | 'tie' | null): string {
  if (winner === null || winner === 'tie') return ''
  return winner === side ? ' win' : ' lose'
}
