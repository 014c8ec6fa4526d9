export const PLACES = ['万', '千', '百', '十', '个'] as const
export const HALVES = [
  ['big', '大'],
  ['small', '小'],
  ['odd', '单'],
  ['even', '双'],
] as const
export const THREES = [
  ['front', '前三'],
  ['middle', '中三'],
  ['rear', '后三'],
] as const
export const SHAPES = [
  ['leopard', '豹子'],
  ['run', '顺子'],
  ['pair', '对子'],
  ['half-run', '半顺'],
  ['mixed', '杂六'],
] as const
export const DUELS = [
  ['dragon', '龙'],
  ['tie', '和'],
  ['tiger', '虎'],
] as const

const named = (pairs: readonly (readonly [string, string])[], key: string) =>
  pairs.find(([each]) => each === key)?.[1]

/** `22 小 双` of five digits. */
export function summary(digits: readonly number[]): string {
  const sum = digits.reduce((total, digit) => total + digit, 0)
  return `${sum} ${sum >= 23 ? '大' : '小'} ${sum % 2 === 1 ? '单' : '双'}`
}

/** `万位 7`, `前三 顺子`: a pick as players call it. */
export function pickName(pick: string): string {
  const [kind = '', what = '', which = ''] = pick.split(':')
  if (kind === 'pos') return `${PLACES[Number(what) - 1]}位 ${named(HALVES, which) ?? which}`
  if (kind === 'total') return `总和 ${named(HALVES, what)}`
  if (kind === 'duel') return `龙虎 ${named(DUELS, what)}`
  return `${named(THREES, kind)} ${named(SHAPES, what) ?? `直选 ${what}`}`
}
