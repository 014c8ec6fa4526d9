const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i)
const HALVES = ['big', 'small', 'odd', 'even']
const DICE = range(1, 6)
const SHAPES = ['leopard', 'run', 'pair', 'half-run', 'mixed']

const CARD_PICKS: Record<string, string[]> = {
  bac: ['player', 'tie', 'banker', 'player-pair', 'big', 'small', 'banker-pair'],
  dt: ['dragon', 'tie', 'tiger'],
  niu: ['tian', 'di', 'xuan', 'huang'],
  rb: ['red', 'black', 'strike'],
}

/** Every pick a table is said to take, listed anew for the tests. */
export function allPicks(code: string): string[] {
  if (code in CARD_PICKS) return CARD_PICKS[code]!
  if (code === 'k3')
    return [
      ...range(3, 18).map(sum => `sum:${sum}`),
      ...HALVES.map(half => `sum:${half}`),
      ...DICE.map(die => `triple:${die}`),
      'triple:any',
      'straight',
      ...DICE.flatMap(pair =>
        DICE.filter(other => other !== pair).map(other => `pair:${pair}${other}`),
      ),
      ...DICE.flatMap(a => DICE.filter(b => b > a).map(b => `two:${a}${b}`)),
      ...DICE.flatMap(a =>
        DICE.filter(b => b > a).flatMap(b =>
          DICE.filter(c => c > b).map(c => `three:${a}${b}${c}`),
        ),
      ),
    ]
  if (code === 'ssc')
    return [
      ...range(1, 5).flatMap(place =>
        [...range(0, 9), ...HALVES].map(what => `pos:${place}:${what}`),
      ),
      ...HALVES.map(half => `total:${half}`),
      'duel:dragon',
      'duel:tiger',
      'duel:tie',
      ...['front', 'middle', 'rear'].flatMap(three =>
        [...SHAPES, ...range(0, 999).map(n => String(n).padStart(3, '0'))].map(
          what => `${three}:${what}`,
        ),
      ),
    ]
  if (code !== 'pk10') throw new Error(`The picks of ${code} are not listed in allPicks.ts.`)
  return [
    ...range(1, 10).flatMap(place => range(1, 10).map(car => `pos:${place}:${car}`)),
    ...range(1, 5).flatMap(place => [`duel:${place}:dragon`, `duel:${place}:tiger`]),
    ...range(3, 19).map(sum => `sum:${sum}`),
    ...HALVES.map(half => `sum:${half}`),
  ]
}
