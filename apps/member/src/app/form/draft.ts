import { useEffect } from 'react'

const nameOf = (form: string) => `draft:${form}`

/** Which values of a form survive a way back by accident, and under which name. */
export type Draft<T> = {
  name: string
  /** Never passwords, and no choices: those open on their documented default. */
  typed: readonly (keyof T & string)[]
}

/**
 * What the member has typed into a form and not sent yet: it survives a way back by accident and a
 * reload, and goes with the session. Never for passwords.
 */
export function readDraft<T extends object>(form: string, empty: T): T {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(form)) ?? '{}') as Partial<T>
    const known = Object.entries(kept).filter(
      ([key, value]) => typeof value === typeof empty[key as keyof T],
    )
    return { ...empty, ...(Object.fromEntries(known) as Partial<T>) }
  } catch {
    return empty
  }
}

/**
 * Keeps what stands in a form, or forgets it when that is what was there before anything was typed.
 */
export function keepDraft<T extends object>(form: string, values: T, untouched: T) {
  const touched = Object.keys(untouched).some(
    key => values[key as keyof T] !== untouched[key as keyof T],
  )
  try {
    if (touched) sessionStorage.setItem(nameOf(form), JSON.stringify(values))
    else sessionStorage.removeItem(nameOf(form))
  } catch {
    // A full storage costs the draft, nothing else.
  }
}

const namesUnder = (form: string) =>
  Array.from({ length: sessionStorage.length }, (_, n) => sessionStorage.key(n) ?? '').filter(
    name => name.startsWith(nameOf(form)),
  )

/** The end of the name of a draft that begins so; undefined while there is none. */
export const draftUnder = (form: string): string | undefined =>
  namesUnder(form)[0]?.slice(nameOf(form).length)

/** Forgets all drafts whose names begin so. */
export function dropDraftsUnder(form: string) {
  for (const name of namesUnder(form)) sessionStorage.removeItem(name)
}

/** Forgets what stood in a form. */
export const dropDraft = (form: string) => sessionStorage.removeItem(nameOf(form))

const typedOf = <T extends object>({ typed }: Draft<T>, values: T) =>
  Object.fromEntries(typed.map(key => [key, values[key]]))

/** The values a form opens with: its draft over what stands there otherwise. */
export const withDraft = <T extends object>(empty: T, draft: Draft<T> | undefined): T =>
  draft ? { ...empty, ...readDraft(draft.name, typedOf(draft, empty)) } : empty

/** Keeps a form's draft in step with what is typed. */
export function useDraft<T extends object>(draft: Draft<T> | undefined, values: T, untouched: T) {
  useEffect(() => {
    if (draft) keepDraft(draft.name, typedOf(draft, values), typedOf(draft, untouched))
  })
}
