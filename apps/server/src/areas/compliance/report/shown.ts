import {
  figureGroups,
  reportFigures,
  type FigureGroup,
  type FigureKey,
} from '@tianping/contract/compliance/facts'
import type { Permission } from '@tianping/contract/console'
import type { Db } from '@tianping/database'
import type { Services } from '../../../kernel/http/services.ts'
import { keptFigures, type Report } from '../store/report.sql.ts'
import { venuePlay } from './figures.sql.ts'
import { figureKeys, spanOf } from './make.ts'

/** Groups that name what only some may know of. */
const seenBy: Partial<Record<FigureGroup, Permission>> = { laundering: 'case.read' }

export const maySee = (
  { permissions }: { permissions: readonly Permission[] },
  key: FigureKey,
): boolean => {
  const needed = seenBy[reportFigures[key].group]
  return needed === undefined || permissions.includes(needed)
}

export type ShownFigure = {
  figure: FigureKey
  label: string
  times: bigint | null
  fen: bigint | null
}
export type ShownReport = {
  groups: { group: FigureGroup; figures: ShownFigure[] }[]
  venues: { venue: string; bets: bigint; stakeFen: bigint; payoutFen: bigint }[]
}

/** The figures of a report, without those that its reader may not see. */
export async function shownReport(
  { db, venues }: { db: Db } & Pick<Services, 'venues'>,
  operator: { permissions: readonly Permission[] },
  report: Report,
): Promise<ShownReport> {
  const [kept, play, all] = await Promise.all([
    keptFigures(db, report.reportId),
    venuePlay(db, spanOf(report)),
    venues.all(),
  ])
  const found = new Map(kept.map(each => [each.figure, each]))
  const figures = figureKeys
    .filter(key => maySee(operator, key))
    .flatMap((figure): ShownFigure[] => {
      const { label, kind } = reportFigures[figure]
      const value = found.get(figure)
      if (!value) return []
      const times = kind === 'money' ? null : value.times
      const fen = kind === 'count' ? null : value.fen
      return [{ figure, label, times, fen }]
    })
  const groups = (Object.keys(figureGroups) as FigureGroup[]).map(group => ({
    group,
    figures: figures.filter(({ figure }) => reportFigures[figure].group === group),
  }))
  return {
    groups: groups.filter(each => each.figures.length > 0),
    venues: play.map(({ venueId, ...each }) => ({
      venue: all.find(one => one.venueId === venueId)?.name ?? String(venueId),
      ...each,
    })),
  }
}

/** What came back of what was staked, per cent; empty where nothing was. */
export const returnOf = (v: { stakeFen: bigint; payoutFen: bigint }): string =>
  v.stakeFen === 0n ? '' : ((Number(v.payoutFen) / Number(v.stakeFen)) * 100).toFixed(2)
