import { useSyncExternalStore } from 'react'

/**
 * What was typed and not yet accepted, by form. Outlives the form: closing it, an ended session,
 * moving on and back.
 */
const drafts = new Map<string, string>()
const draftsLimit = 100
const watchers = new Set<() => void>()

export function writeDraft(form: string, text: string) {
  drafts.delete(form)
  if (text) drafts.set(form, text)
  const [oldest] = drafts.keys()
  if (oldest !== undefined && drafts.size > draftsLimit) drafts.delete(oldest)
  watchers.forEach(watcher => watcher())
}

export function clearDrafts() {
  drafts.clear()
  watchers.forEach(watcher => watcher())
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/**
 * The text of a form's field, kept in memory until `writeDraft(form, '')`. The third takes what was
 * accepted out of the field; what was typed meanwhile stays.
 */
export function useDraft(
  form: string,
): [string, (text: string) => void, (accepted: string) => void] {
  const text = useSyncExternalStore(watch, () => drafts.get(form) ?? '')
  const accept = (accepted: string) => {
    if (drafts.get(form) === accepted) writeDraft(form, '')
  }
  return [text, next => writeDraft(form, next), accept]
}
