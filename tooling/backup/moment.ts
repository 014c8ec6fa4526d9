const BEIJING = '+08:00'
const WRITTEN =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/

/** The moment that somebody wrote, of Beijing where no zone is named; null for anything else. */
export function momentOf(text: string): Date | null {
  const [, day, time, zone] = WRITTEN.exec(text.trim()) ?? []
  if (!day || !time) return null
  const at = new Date(`${day}T${time}${zone ?? BEIJING}`)
  return Number.isNaN(at.getTime()) ? null : at
}
