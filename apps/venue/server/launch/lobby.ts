/** The venue's own page of its games, opened like one of them: by this code, or by none. */
export const LOBBY = {
  code: 'lobby',
  name: '游戏大厅',
  model: '',
  mathVersion: '',
  rtpPercent: '',
  stakesFen: [] as readonly bigint[],
} as const
