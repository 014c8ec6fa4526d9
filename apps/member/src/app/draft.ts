const nameOf = (form: string) => `draft:${form}`

/**
 * What the member has typed into a form and not sent yet: it survives a way back by accident and a reload, and goes with
 * the session. Never for passwords.
 */
export function readDraft<T extends object>(form: string, empty: T): T {
  try {
    const kept = JSON.parse(sessionStorage.getItem(nameOf(form)) ?? '{}') as Partial<T>
    const known = Object.entries(kept).filter(([key, value]) => typeof value === typeof empty[key as keyof T])
    return { ...empty, ...(Object.fromEntries(known) as Partial<T>) }
  } catch {
    return empty
  }
}

export function keepDraft(form: string, values: object) {
  try {
    sessionStorage.setItem(nameOf(form), JSON.stringify(values))
  } catch {
    // A full storage costs the draft, nothing else.
  }
}

export const dropDraft = (form: string) => sessionStorage.removeItem(nameOf(form))
