/** The kinds of games, in the order of their tabs, as everybody reads them. */
export const categoryLabels = {
  realbet: '真人',
  sport: '体育',
  gaming: '电竞',
  joker: '棋牌',
  concise: '电子',
  lottery: '彩票',
} as const
export type Category = keyof typeof categoryLabels
export const categories = Object.keys(categoryLabels) as readonly Category[] as [
  Category,
  ...Category[],
]

/** What a level calls the rebate of each category. */
export const rebateFields = {
  realbet: 'realperson',
  sport: 'sport',
  gaming: 'e_sport',
  joker: 'joker',
  concise: 'electron',
  lottery: 'lottery',
} as const satisfies Record<Category, string>

/** Where the operator puts a game above the categories of home. */
export const gamePicks = {
  '': '按数据',
  hot: '固定在热门',
  new: '固定在新品',
  none: '不进热门与新品',
} as const
export type GamePick = keyof typeof gamePicks

/** Whether a game is in the lists; only shown ones are drawn. */
export const gameState = { hidden: 0, shown: 1 } as const

/** Languages that a member's games can open in; a venue without one opens in its own. */
export const gameLangs = { 'zh-Hans': '简体中文', en: 'English' } as const
export type GameLang = keyof typeof gameLangs
