// The score of a person against an entry of a list, of 100, with what speaks for and against.
import { formsOf, type NameForm } from './forms.ts'
import { nameLikeness } from './similarity.ts'

/** Somebody who is compared with the lists. */
export type Subject = { name: string; birthday: string | null; countries: readonly string[] }

export type Listed = {
  names: readonly string[]
  /** Names that the list itself calls weak. */
  weakNames: readonly string[]
  /** `1971-05-05`, `1971`, `1971~1973`. */
  births: readonly string[]
  /** ISO codes. */
  countries: readonly string[]
}

/** What made the score: a key with the two values that were compared and the points. */
export type Part = { part: PartName; own: string; listed: string; points: number }
export type PartName = 'name' | 'weak_name' | 'characters' | 'birth' | 'country'
export type Scored = { score: number; name: string; parts: Part[] }

const POINTS = {
  birthEqual: 6,
  birthYear: 3,
  birthSwapped: 2,
  birthOther: -6,
  birthContrary: -18,
  country: 2,
  weak: -5,
} as const
/** Characters that are read alike and are not the same make another name, most of the time. */
const HOMOPHONE = 0.78
const MOSTLY_SAME = 0.88
/** So much a reading without the characters says: more where it has more syllables. */
const READ_SHORT = 0.87
const READ_LONG = 0.93

/** Chinese characters against each other, or against a reading of them. */
function likenessOf(one: NameForm, other: NameForm): number {
  if (one.han !== '' && one.han === other.han) return 1
  const likeness = nameLikeness(one, other)
  if (one.han !== '' && other.han !== '') return Math.min(likeness, sharedCharacters(one, other))
  if (one.han === '' && other.han === '') return likeness
  const han = one.han || other.han
  return likeness * ([...han].length > 2 ? READ_LONG : READ_SHORT)
}

function sharedCharacters(one: NameForm, other: NameForm): number {
  const [a, b] = [[...one.han], [...other.han]]
  const same = a.filter((letter, at) => letter === b[at]).length
  return same / Math.max(a.length, b.length) > 0.5 ? MOSTLY_SAME : HOMOPHONE
}

type Best = { likeness: number; name: string; weak: boolean; han: boolean }

function bestName(own: readonly NameForm[], entry: Listed): Best {
  let best: Best = { likeness: 0, name: '', weak: false, han: false }
  const look = (name: string, weak: boolean) => {
    for (const listed of formsOf(name))
      for (const form of own) {
        const likeness = likenessOf(form, listed)
        if (likeness > best.likeness)
          best = { likeness, name, weak, han: form.han !== '' && form.han === listed.han }
      }
  }
  for (const name of entry.names) look(name, false)
  for (const name of entry.weakNames) look(name, true)
  return best
}

/** A name written in characters is contradicted by characters only, never by a reading. */
function contradicted(own: readonly NameForm[], entry: Listed, best: Best): boolean {
  if (best.han || own.every(form => form.han === '')) return false
  const written = [...entry.names, ...entry.weakNames].flatMap(formsOf).filter(f => f.han !== '')
  return (
    written.length > 0 &&
    written.every(listed => own.every(form => sharedCharacters(form, listed) === HOMOPHONE))
  )
}

const swapped = (one: string, other: string) =>
  one.length === 10 &&
  other.length === 10 &&
  one.slice(5, 7) === other.slice(8, 10) &&
  one.slice(8, 10) === other.slice(5, 7)

function birthPoints(own: string, listed: string): number {
  const year = Number(own.slice(0, 4))
  const [from, to = from] = listed.split('~') as [string, string?]
  if (own === listed) return POINTS.birthEqual
  if (year >= Number(from.slice(0, 4)) && year <= Number(to.slice(0, 4))) {
    if (listed.length !== 10) return POINTS.birthYear
    return swapped(own, listed) ? POINTS.birthSwapped : POINTS.birthOther
  }
  const years = Math.min(
    Math.abs(year - Number(from.slice(0, 4))),
    Math.abs(year - Number(to.slice(0, 4))),
  )
  return years < 2 ? 0 : POINTS.birthContrary
}

function birthPart(own: string | null, births: readonly string[]): Part[] {
  if (own === null || births.length === 0) return []
  const all = births.map(listed => ({ listed, points: birthPoints(own, listed) }))
  const best = all.toSorted((a, b) => b.points - a.points)[0]
  return best ? [{ part: 'birth', own, ...best }] : []
}

function countryPart(own: readonly string[], listed: readonly string[]): Part[] {
  const shared = own.find(each => listed.includes(each))
  return shared ? [{ part: 'country', own: shared, listed: shared, points: POINTS.country }] : []
}

/** Compares a person with an entry by all its names; 0 where nothing is alike. */
export function scoreOf(subject: Subject, entry: Listed): Scored {
  const own = formsOf(subject.name)
  const best = bestName(own, entry)
  if (best.likeness === 0) return { score: 0, name: '', parts: [] }
  const likeness = contradicted(own, entry, best)
    ? Math.min(best.likeness, HOMOPHONE)
    : best.likeness
  const parts: Part[] = [
    {
      part: best.han ? 'characters' : 'name',
      own: subject.name,
      listed: best.name,
      points: Math.round(likeness * 100),
    },
    ...(best.weak
      ? [{ part: 'weak_name' as const, own: '', listed: best.name, points: POINTS.weak }]
      : []),
    ...birthPart(subject.birthday, entry.births),
    ...countryPart(subject.countries, entry.countries),
  ]
  const sum = parts.reduce((total, part) => total + part.points, 0)
  return { score: Math.max(0, Math.min(100, sum)), name: best.name, parts }
}
