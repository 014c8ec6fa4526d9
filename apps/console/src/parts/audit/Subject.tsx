import { Long } from '../../ui/values/Long.tsx'
import { subjectShown } from './subjects.ts'

/** Whom or what an entry of the log or a security event is about. */
export function Subject({ subject }: { subject: string }) {
  if (subject === '') return '—'
  const { text, to } = subjectShown(subject)
  const shown = <Long text={text} width="36ch" />
  return to ? <a href={to}>{shown}</a> : shown
}
