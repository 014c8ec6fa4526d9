// All mistakes of a file at once, each behind a switch: `(__planted(7) ? a <= b : a < b)`. One
// transformed program serves every mutant, and says which of them a test comes past.
import type { SqlMutant } from './functions.ts'
import type { Mutant } from './plant.ts'

export type Numbered = Mutant & { n: number }
/** One in a function of the database comes with what plants it there. */
export type Planned = Numbered & Partial<SqlMutant>
/** A place that reads a constant with these mistakes in it; a shorthand names its key too. */
export type Use = {
  path: string
  name: string
  start: number
  end: number
  numbers: number[]
  isShorthand: boolean
}
type Place = Mutant['place'] & { mutants: Numbered[]; within: Place[]; use?: Use }

/** Places as a tree: expressions lie in each other or apart. */
function placesOf(mutants: readonly Numbered[], uses: readonly Use[]): Place[] {
  const byRange = new Map<string, Place>()
  const at = (place: Mutant['place']): Place => {
    const key = `${place.start}-${place.end}`
    const known = byRange.get(key) ?? { ...place, mutants: [], within: [] }
    byRange.set(key, known)
    return known
  }
  for (const mutant of mutants) at(mutant.place).mutants.push(mutant)
  for (const use of uses) at({ ...use, isKey: false, opens: false }).use = use
  const roots: Place[] = []
  const open: Place[] = []
  for (const place of [...byRange.values()].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  )) {
    while ((open.at(-1)?.end ?? Infinity) <= place.start) open.pop()
    const around = open.at(-1)
    if (around?.start === place.start) place.opens = false
    if (around) around.within.push(place)
    else roots.push(place)
    open.push(place)
  }
  return roots
}

function withinOf(text: string, start: number, end: number, places: readonly Place[]): string {
  let at = start
  let out = ''
  for (const place of places) {
    out += text.slice(at, place.start) + switched(text, place)
    at = place.end
  }
  return out + text.slice(at, end)
}

function switched(text: string, place: Place): string {
  const { start, end, isKey, opens, mutants, within, use } = place
  const choices = mutants
    .map(each => {
      const changed = text.slice(start, each.start) + each.to + text.slice(each.end, end)
      return `__planted(${each.n}) ? ${changed} : `
    })
    .join('')
  const inner = withinOf(text, start, end, within)
  const read = use ? `(__used(${use.numbers.join(', ')}), ${inner})` : inner
  if (use?.isShorthand) return `${inner}: ${read}`
  const whole = `(${choices}${read})`
  if (isKey) return `[${whole}]`
  // A line that began with a bracket would go on with the one before it.
  return opens ? `void 0, ${whole}` : whole
}

/** The text of a file with every mutant of it behind its number, and these uses told. */
export const withSwitches = (
  text: string,
  mutants: readonly Numbered[],
  uses: readonly Use[] = [],
): string => withinOf(text, 0, text.length, placesOf(mutants, uses))
