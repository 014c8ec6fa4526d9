import {
  figureAccounts,
  figureFacts,
  figureParts,
  memberFigures,
  type Dimension,
  type EntryFigure,
  type FigureName,
  type MemberFigure,
  type SumFigure,
} from '@tianping/contract/figures/facts'
import { betStatus } from '@tianping/contract/records/facts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Opens } from '../../ui/values/Opens.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { FigureLabel, FigureValue } from './Figure.tsx'
import { MemberParts } from './MemberParts.tsx'
import { Movements } from './Movements.tsx'
import { PartsDrawer } from './PartsDrawer.tsx'
import type { Span } from '../../ui/days/calendar.ts'
import css from './figures.module.css'

type Figures = Record<FigureName, number>
/** A figure of a span, or of one group of it. */
export type Opened = {
  figure: FigureName
  span: Span
  /** The figures beside it; of the whole they are asked for where they are not at hand. */
  values?: Figures
  group?: { by: Dimension; key: string; name: string }
}

const isEntries = (figure: FigureName): figure is EntryFigure =>
  Object.hasOwn(figureAccounts, figure)
const isSum = (figure: FigureName): figure is SumFigure => Object.hasOwn(figureParts, figure)
const isOfMembers = (figure: FigureName): figure is MemberFigure =>
  (memberFigures as readonly FigureName[]).includes(figure)

/** Figures whose members have bets behind them. */
const played = new Set<FigureName>(['bets', 'stake', 'valid', 'payout', 'ggr'])

/** Which figures open for this operator. */
export function useOpens(): (figure: FigureName) => boolean {
  const { may } = useOperator()
  return figure => !isEntries(figure) || may('ledger.read')
}

/** Who has a tag is for operators who may read members. */
function useHides(group: Opened['group']): boolean {
  const { may } = useOperator()
  return group?.by === 'tag' && !may('member.read')
}

/** What a figure is made of: other figures, members or movements, down to bets and entries. */
export function Behind({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const [figure, show] = useState(opened.figure)
  const { span, group } = opened
  return (
    <PartsDrawer
      size={720}
      title={[figureFacts[figure].label, group?.name, `${span.from} 至 ${span.to}`]
        .filter(Boolean)
        .join(' · ')}
      onClose={onClose}
      extra={
        figure !== opened.figure && (
          <Button onClick={() => show(opened.figure)}>
            返回{figureFacts[opened.figure].label}
          </Button>
        )
      }
    >
      <Rows key={figure} {...opened} figure={figure} onOpen={show} />
    </PartsDrawer>
  )
}

function Rows({
  figure,
  span,
  values,
  group,
  onOpen,
}: Opened & { onOpen: (f: FigureName) => void }) {
  const hides = useHides(group)
  const narrowed = { ...span, ...(group && { by: group.by, group_key: group.key }) }
  if (isSum(figure) && values) return <Sum figure={figure} values={values} onOpen={onOpen} />
  if (isSum(figure)) return <SumOfSpan figure={figure} span={span} onOpen={onOpen} />
  if (hides) return <p className={css.note}>谁有这个标签，只有可查看会员资料的同事能看到。</p>
  if (isOfMembers(figure))
    return (
      <MemberParts
        name="POST /api/console/figures/members/list"
        sent={{ ...narrowed, figure }}
        {...(played.has(figure) && {
          open: betsOf(span, group),
          part: {
            title: figureFacts[figure].label,
            show: value => <FigureValue name={figure} value={value} />,
          },
        })}
      />
    )
  if (!isEntries(figure)) return null
  return (
    <>
      {values && <Share figure={figure} values={values} group={group} />}
      <Movements sent={{ ...narrowed, figure }} />
    </>
  )
}

type ShareProps = { figure: EntryFigure; values: Figures; group: Opened['group'] | undefined }

/** A cost of a venue or a game is a share of everybody's. */
function Share({ figure, values, group }: ShareProps) {
  if (group?.by !== 'venue' && group?.by !== 'game') return null
  return (
    <p className={css.note}>
      “{group.name}”的{figureFacts[figure].label}{' '}
      <FigureValue name={figure} value={values[figure]} />{' '}
      是按每日有效投注分摊的部分，下面是全站的账目。
    </p>
  )
}

/** The bets of a member behind a figure, as the member's page shows them. */
function betsOf({ from, to }: Span, group: Opened['group']): Record<string, string> {
  const settled = { tab: 'bets', from, to, status: String(betStatus.settled) }
  if (group?.by === 'day') return { ...settled, from: group.key, to: group.key }
  if (group?.by === 'venue') return { ...settled, venue: group.key }
  if (group?.by !== 'game') return settled
  const [venue = '', ...code] = group.key.split(':')
  return { ...settled, venue, game: code.join(':') }
}

const REPORT = 'POST /api/console/figures/report'

/** A sum of a whole span, whose parts are asked for. */
function SumOfSpan({ span, ...props }: Omit<SumProps, 'values'> & { span: Span }) {
  const report = useQuery({
    queryKey: [REPORT, span],
    queryFn: ({ signal }) => call(REPORT, span, signal),
  })
  return report.data ? <Sum {...props} values={report.data.now} /> : <Unloaded query={report} />
}

type SumProps = { figure: SumFigure; values: Figures; onOpen: (figure: FigureName) => void }

function Sum({ figure, values, onOpen }: SumProps) {
  const opens = useOpens()
  const parts = Object.entries(figureParts[figure]) as [FigureName, 1 | -1][]
  return (
    <table className={css.plain} aria-label="构成这个数字的项目">
      <tbody>
        {parts.map(([part, sign]) => (
          <tr key={part}>
            <td>
              {sign > 0 ? '＋ ' : '− '}
              <FigureLabel name={part} />
            </td>
            <td>
              {opens(part) ? (
                <Opens onClick={() => onOpen(part)}>
                  <FigureValue name={part} value={values[part]} />
                </Opens>
              ) : (
                <FigureValue name={part} value={values[part]} />
              )}
            </td>
          </tr>
        ))}
        <tr data-sum="">
          <td>
            <FigureLabel name={figure} />
          </td>
          <td>
            <FigureValue name={figure} value={values[figure]} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}
