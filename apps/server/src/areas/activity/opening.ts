/** When members can apply: what is not enabled, or of a type that is not, is never open. */
export type Opening = {
  enabled: boolean
  typeEnabled: boolean
  startsAt: Date | null
  endsAt: Date | null
  /** Who sees it; null for everybody. */
  segmentId: bigint | null
}

/** From and until, in milliseconds; null when it is open at no moment from now on. */
function spanFrom(now: Date, { enabled, typeEnabled, startsAt, endsAt }: Opening) {
  const from = Math.max(startsAt?.getTime() ?? 0, now.getTime())
  const until = endsAt?.getTime() ?? Infinity
  return enabled && typeEnabled && from < until ? { from, until } : null
}

/** Whether somebody may see the one and not the other. */
const widens = (before: Opening, after: Opening) =>
  before.segmentId !== null && after.segmentId !== before.segmentId

/** Whether somebody can apply at a moment to come at which they could not before. */
export function opensMore(before: Opening, after: Opening, now: Date): boolean {
  const [was, is] = [spanFrom(now, before), spanFrom(now, after)]
  return (
    is !== null &&
    (was === null || widens(before, after) || is.from < was.from || is.until > was.until)
  )
}
