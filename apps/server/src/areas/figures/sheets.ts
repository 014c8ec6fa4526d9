// Reports that are no list, as the rows of a file.
import type { ConsoleGiven } from '@tianping/contract/console'
import {
  figureFacts,
  funnelSteps,
  isSheet,
  type FigureName,
  type sheetFields,
  type SheetCall,
} from '@tianping/contract/figures/facts'

type Row<N extends SheetCall> = Record<(typeof sheetFields)[N][number], string | number | null>

const names = Object.keys(figureFacts) as FigureName[]
const PERCENT = 100

/** By how much, in percent to a hundredth. */
const changeOf = (now: number, before: number) =>
  before === 0
    ? null
    : Math.round(((now - before) / Math.abs(before)) * PERCENT * PERCENT) / PERCENT

const sheets: { [N in SheetCall]: (given: ConsoleGiven<N>) => Row<N>[] } = {
  'POST /api/console/figures/report': ({ now, before }) =>
    names.map(figure => ({
      figure,
      now: now[figure],
      before: before[figure],
      change: changeOf(now[figure], before[figure]),
    })),
  'POST /api/console/figures/retention': ({ funnel, cohorts }) => [
    ...funnel.map(({ step, members }) => ({
      report_part: '转化漏斗',
      group_name: funnelSteps[step],
      period: null,
      members,
      value: members,
    })),
    ...cohorts.flatMap(({ begins, members, values }) =>
      values.map((value, period) => ({
        report_part: '留存',
        group_name: begins,
        period,
        members,
        value,
      })),
    ),
  ],
  'POST /api/console/figures/liability': ({ items }) =>
    items.map(({ label, amount, formula }) => ({ label, amount, formula })),
  'POST /api/console/figures/liability/days': ({ days }) => days.toReversed(),
  'POST /api/console/agents/days': ({ days }) =>
    days.flatMap(({ day, direct, deeper }) => [
      { day, team: '直属', ...direct },
      { day, team: '下级', ...deeper },
    ]),
  'POST /api/console/figures/targets': ({ rows }) =>
    rows.map(({ figure, target, reached, due, expected, pace }) => ({
      figure,
      target,
      reached,
      due,
      expected,
      pace,
    })),
}

/** The rows of a report's file; undefined for what is a list. */
export const sheetRows = (list: string, given: unknown): Record<string, unknown>[] | undefined =>
  isSheet(list) ? (sheets[list] as (given: unknown) => Row<SheetCall>[])(given) : undefined
