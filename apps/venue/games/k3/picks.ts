const HALVES: Record<string, string> = { big: '大', small: '小', odd: '单', even: '双' }

/** `9 小 单` of three dice. */
export function summary(dice: readonly number[]): string {
  const sum = dice.reduce((total, die) => total + die, 0)
  return `${sum} ${sum >= 11 ? '大' : '小'} ${sum % 2 === 1 ? '单' : '双'}`
}

/** `和值 9`, `二同号 113`: a pick as players call it. */
export function pickName(pick: string): string {
  const [kind = '', what = ''] = pick.split(':')
  switch (kind) {
    case 'sum':
      return HALVES[what] ? `和值${HALVES[what]}` : `和值 ${what}`
    case 'triple':
      return what === 'any' ? '三同号通选' : `三同号 ${what.repeat(3)}`
    case 'pair':
      return `二同号 ${what[0]}${what}`
    case 'three':
      return `三不同号 ${what}`
    case 'two':
      return `二不同号 ${what}`
    default:
      return '三连号通选'
  }
}

const DIGITS = [1, 2, 3, 4, 5, 6]
export const SUMS = Array.from({ length: 16 }, (_, i) => i + 3)
export const PAIRS = DIGITS.flatMap(pair =>
  DIGITS.filter(other => other !== pair).map(other => `${pair}${other}`),
)
export const TWOS = DIGITS.flatMap(a => DIGITS.filter(b => b > a).map(b => `${a}${b}`))
export const THREES = DIGITS.flatMap(a =>
  DIGITS.filter(b => b > a).flatMap(b => DIGITS.filter(c => c > b).map(c => `${a}${b}${c}`)),
)
