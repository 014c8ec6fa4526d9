/**
 * What became of an action whose answer was lost. `none`: it has not happened and will not any
 * more. `unclear`: only the records say.
 */
export const outcomes = ['done', 'refused', 'none', 'working', 'unclear'] as const
export type Outcome = (typeof outcomes)[number]
/** How the figure of a venue was come by. */
export const seenStates = {
  fresh: '刚刚更新',
  known: '上次的金额',
  silent: '场馆没有答复，显示上次的金额',
  moving: '转账确认中',
} as const
export type SeenState = keyof typeof seenStates

/** What became of a venue's money after its game was left. */
export const leftStates = {
  off: '未开启自动免转',
  home: '已回到中心钱包',
  coming: '场馆确认后到账',
  waiting: '这一局结束后回收',
  playing: '该场馆还有打开的游戏',
  silent: '场馆暂时无法连接，系统会继续回收',
} as const
export type LeftState = keyof typeof leftStates

/** What the sheet before a game offers with one touch, in yuan. */
export const bringYuan = [100, 300, 500, 1_000] as const
/** The most that a game may ask for at once, in fen; the member sets the sum for the whole game. */
export const TOP_UP_EACH_FEN = 50_000n
/** The largest sum a member may let a game ask for, in fen. */
export const TOP_UP_MOST_FEN = 500_000n
