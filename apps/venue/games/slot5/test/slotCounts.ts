// Exact counts of what the five-reel slots pay, made from the document's own tables and from the
// rules in words. Nothing here comes from the games: neither the strips, nor the pays, nor a
// reading of a window. Cycles that cannot differ any more are counted together, so that all of them
// are counted within a second or two.

/** How often each worth comes up over all cycles: units of the model -> cycles. */
export type Counts = Map<number, number>

const add = (counts: Counts, units: number, cycles: number) =>
  counts.set(units, (counts.get(units) ?? 0) + cycles)
const LETTERS = [...'ABCDEFGHIJ']
const seen = (strip: string, stop: number) =>
  [0, 1, 2].map(row => strip[(stop + row) % strip.length]!)

// A: 243 ways with scatters.

const A_STRIPS = [
  'EFJICBAESICFIEDBJDHGJAGHDGIHFC',
  'IDBEJGIHDGSDCJFHAEGCFJWBECIFHA',
  'FWHBSCAWDBCFGJHDIGEIJEDJEFGIAH',
  'DFHAISECIGCJBFJADHGEBGDFCWHIEJ',
  'JBHCEDGBEFGCJGSIAHDIADJIFECJFH',
]
const A_PAYS: Record<string, number[]> = {
  A: [30, 148, 820],
  B: [24, 100, 400],
  C: [16, 60, 200],
  D: [12, 48, 200],
  E: [7, 24, 80],
  F: [6, 24, 80],
  G: [5, 16, 60],
  H: [5, 16, 60],
  I: [4, 12, 50],
  J: [4, 12, 50],
}
const A_SCATTERS: Record<number, { units: number; spins: number }> = {
  3: { units: 40, spins: 8 },
  4: { units: 200, spins: 12 },
  5: { units: 2_000, spins: 20 },
}

/**
 * All cycles of model A: the worth of one spin in twentieths of the stake, with the free spins it
 * gives.
 */
export function countA(): { units: number; spins: number; cycles: number }[] {
  // A state is how many ways each letter still has, what is paid already, and the scatters in
  // sight.
  let states = new Map([['', { ways: LETTERS.map(() => 1), units: 0, scatters: 0, cycles: 1 }]])
  for (const [reel, strip] of A_STRIPS.entries()) {
    const next: typeof states = new Map()
    for (const state of states.values())
      for (let stop = 0; stop < strip.length; stop++) {
        const window = seen(strip, stop)
        let { units } = state
        const ways = state.ways.map((before, i) => {
          const after =
            before * window.filter(letter => letter === LETTERS[i] || letter === 'W').length
          if (reel >= 3 && after === 0) units += before * A_PAYS[LETTERS[i]!]![reel - 3]!
          return after
        })
        if (reel === 4)
          ways.forEach((count, i) => {
            units += count * A_PAYS[LETTERS[i]!]![2]!
          })
        const scatters = state.scatters + window.filter(letter => letter === 'S').length
        const left = reel === 4 ? [] : ways
        const key = `${left.join()} ${units} ${scatters}`
        const known = next.get(key)
        if (known) known.cycles += state.cycles
        else next.set(key, { ways: left, units, scatters, cycles: state.cycles })
      }
    states = next
  }
  return [...states.values()].map(({ units, scatters, cycles }) => {
    const given = A_SCATTERS[scatters] ?? { units: 0, spins: 0 }
    return { units: units + given.units, spins: given.spins, cycles }
  })
}

// B: 20 lines with reels that turn wild.

const B_STRIPS = [
  'EAFHAGEDGEHDEHBFGDFHDCBGCBFCHG',
  'FDBFHGBDECAGHCGHEGFBEDAHEWDFGC',
  'BCFDGEHFEDHCGHFGBCDAEWDHAGBFEH',
  'FEWGAHCBDFCHGDABDGEHBFECGDEFGH',
  'GEFHDGFEGHEDBCGBAHCEBDFAGHCFDH',
]
const B_PAYS: Record<string, number[]> = {
  A: [40, 200, 1000],
  B: [23, 96, 380],
  C: [20, 76, 300],
  D: [12, 36, 140],
  E: [10, 30, 120],
  F: [10, 30, 100],
  G: [5, 15, 60],
  H: [5, 11, 60],
}
const B_LINES =
  '11111 00000 22222 01210 21012 00100 22122 12221 10001 10101 12121 01010 21212 11011 11211 01110 21112 02020 20202 02220'
    .split(' ')
    .map(line => [...line].map(Number))

/** The different windows of one reel of model B, a reel with a W in sight being all W. */
function windowsB(strip: string): { cells: string; stops: number }[] {
  const found = new Map<string, number>()
  for (let stop = 0; stop < strip.length; stop++) {
    const cells = seen(strip, stop).join('')
    const shown = cells.includes('W') ? 'WWW' : cells
    found.set(shown, (found.get(shown) ?? 0) + 1)
  }
  return [...found].map(([cells, stops]) => ({ cells, stops }))
}

/**
 * All cycles of model B, in twentieths of the stake. No line can begin with a W: reel one has none.
 */
export function countB(): Counts {
  const counts: Counts = new Map()
  const reels = B_STRIPS.map(windowsB)
  const runs = (line: number[], reel: number, cells: string, letter: string) =>
    cells[line[reel]!] === letter || cells[line[reel]!] === 'W'
  for (const one of reels[0]!)
    for (const two of reels[1]!)
      for (const three of reels[2]!) {
        const cycles = one.stops * two.stops * three.stops
        const alive = B_LINES.map(line => ({ line, letter: one.cells[line[0]!]! })).filter(
          ({ line, letter }) =>
            runs(line, 1, two.cells, letter) && runs(line, 2, three.cells, letter),
        )
        if (alive.length === 0) {
          add(counts, 0, cycles * 900)
          continue
        }
        for (const four of reels[3]!) {
          const ended = alive
            .filter(({ line, letter }) => !runs(line, 3, four.cells, letter))
            .reduce((sum, { letter }) => sum + B_PAYS[letter]![0]!, 0)
          const going = alive.filter(({ line, letter }) => runs(line, 3, four.cells, letter))
          if (going.length === 0) {
            add(counts, ended, cycles * four.stops * 30)
            continue
          }
          for (const five of reels[4]!) {
            const rest = going.reduce(
              (sum, { line, letter }) =>
                sum + B_PAYS[letter]![runs(line, 4, five.cells, letter) ? 2 : 1]!,
              0,
            )
            add(counts, ended + rest, cycles * four.stops * five.stops)
          }
        }
      }
  return counts
}

// D: cascades of 243 ways.

const D_STRIPS = [
  'HFIAECDAGJHEGDJGBFIHJIFGJECBDHCI',
  'FJWDHAGJDCFGIBJAECBIHEIGFDGHEIHC',
  'HAIEJCFEJFIGBHDGEHJDFIACWGDJHWBI',
  'WHBGAJGEAHICFBCDGJHDEICEJIFDJHIF',
  'FDIAGDCHGIFEIHGEJCHJCEBDJBGFIAJH',
]
const D_PAYS: Record<string, number[]> = {
  A: [100, 500, 2500],
  B: [90, 360, 1500],
  C: [50, 200, 700],
  D: [40, 150, 500],
  E: [38, 130, 450],
  F: [28, 90, 330],
  G: [21, 65, 220],
  H: [15, 50, 160],
  I: [12, 40, 120],
  J: [10, 30, 100],
}
const D_FACTORS = [1, 2, 3, 5]

/**
 * A reel as far as it matters: its cells as bits of the letters they stand for (a W stands for
 * all), those bits together, and where the next cell comes from; or, while nothing has asked for
 * it, the stops it may still be at.
 */
type Reel =
  | { cells: number[]; letters: number; next: number; stops: null }
  | { cells: null; letters: 0; next: 0; stops: number[] }
const ALL_LETTERS = (1 << LETTERS.length) - 1
const D_BITS = D_STRIPS.map(strip =>
  Array.from(strip, cell => (cell === 'W' ? ALL_LETTERS : 1 << LETTERS.indexOf(cell))),
)
const D_UNITS = LETTERS.map(letter => D_PAYS[letter]!)
const known = (cells: number[], next: number): Reel => ({
  cells,
  letters: cells[0]! | cells[1]! | cells[2]!,
  next,
  stops: null,
})
const D_WINDOWS = D_BITS.map(bits =>
  bits.map((_, stop) =>
    known(
      [0, 1, 2].map(row => bits[(stop + row) % 32]!),
      (stop + 31) % 32,
    ),
  ),
)

/** The stops of an open reel that hold one of the letters, each alone, and the others together. */
function split(reel: number, stops: number[], letters: number): Reel[] {
  const found: Reel[] = []
  const others: number[] = []
  for (const stop of stops) {
    if (D_WINDOWS[reel]![stop]!.letters & letters) found.push(D_WINDOWS[reel]![stop]!)
    else others.push(stop)
  }
  if (others.length > 0) found.push({ cells: null, letters: 0, next: 0, stops: others })
  return found
}

function waysOn({ cells }: Reel, bit: number): number {
  let ways = 0
  if (cells) for (const cell of cells) if (cell & bit) ways++
  return ways
}

/**
 * A reel without the letters that paid there and the wilds that helped, filled up from its strip.
 */
function fallen(reel: number, from: Reel, paid: number): Reel {
  if (from.cells === null || paid === 0) return from
  const cells: number[] = []
  for (const cell of from.cells) if ((cell & paid) === 0) cells.push(cell)
  let { next } = from
  while (cells.length < 3) {
    cells.push(D_BITS[reel]![next]!)
    next = (next + 31) % 32
  }
  return known(cells, next)
}

/**
 * All cycles of model D, in hundredths of the stake. Reels four and five stay open until a win asks
 * for them.
 */
export function countD(): Counts {
  const counts: Counts = new Map()
  const go = (
    one: Reel,
    two: Reel,
    three: Reel,
    four: Reel,
    five: Reel,
    step: number,
    units: number,
  ) => {
    const running = one.letters & two.letters & three.letters
    if (running === 0)
      return add(counts, units, (four.stops?.length ?? 1) * (five.stops?.length ?? 1))
    const fours = four.stops ? split(3, four.stops, running) : [four]
    for (const fourth of fours) {
      const toFour = running & fourth.letters
      for (const fifth of toFour !== 0 && five.stops ? split(4, five.stops, toFour) : [five]) {
        const toFive = toFour & fifth.letters
        let won = 0
        for (let i = 0, bit = 1; bit <= running; i++, bit <<= 1) {
          if ((running & bit) === 0) continue
          let ways = waysOn(one, bit) * waysOn(two, bit) * waysOn(three, bit)
          if (toFour & bit) ways *= waysOn(fourth, bit)
          if (toFive & bit) ways *= waysOn(fifth, bit)
          won += ways * D_UNITS[i]![Math.sign(toFour & bit) + Math.sign(toFive & bit)]!
        }
        go(
          fallen(0, one, running),
          fallen(1, two, running),
          fallen(2, three, running),
          fallen(3, fourth, toFour),
          fallen(4, fifth, toFive),
          step + 1,
          units + won * D_FACTORS[Math.min(step, 3)]!,
        )
      }
    }
  }
  const all = Array.from({ length: 32 }, (_, stop) => stop)
  const open: Reel = { cells: null, letters: 0, next: 0, stops: all }
  for (const a of all)
    for (const b of all)
      for (const c of all)
        go(D_WINDOWS[0]![a]!, D_WINDOWS[1]![b]!, D_WINDOWS[2]![c]!, open, open, 0, 0)
  return counts
}
