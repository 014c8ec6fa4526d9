export const PLACES = [
  '冠军',
  '亚军',
  '第三',
  '第四',
  '第五',
  '第六',
  '第七',
  '第八',
  '第九',
  '第十',
] as const
export const HALVES = [
  ['big', '大'],
  ['small', '小'],
  ['odd', '单'],
  ['even', '双'],
] as const
export const CARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
export const SUMS = Array.from({ length: 17 }, (_, i) => i + 3)

/** `冠军 2 号`, `冠亚和 小`: a pick as players call it. */
export function pickName(pick: string): string {
  const [kind = '', what = '', which = ''] = pick.split(':')
  if (kind === 'pos') return `${PLACES[Number(what) - 1]} ${which} 号`
  if (kind === 'duel')
    return `${PLACES[Number(what) - 1]}对${PLACES[10 - Number(what)]} ${which === 'dragon' ? '龙' : '虎'}`
  return `冠亚和 ${HALVES.find(([half]) => half === what)?.[1] ?? what}`
}
