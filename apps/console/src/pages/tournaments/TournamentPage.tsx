import type { ConsoleRowOf } from '@tianping/contract/console'
import { measures, prizeState, tournamentState } from '@tianping/contract/tournaments/facts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../app/api.ts'
import { columnOf } from '../../parts/list/columnOf.ts'
import { useTable } from '../../parts/list/useTable.ts'
import { decidedState, prizeStates, statusIn, tournamentStates } from '../../parts/states.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Rows, type Columns } from '../../ui/Rows.tsx'
import { Long } from '../../ui/values/Long.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Status } from '../../ui/values/Status.tsx'
import { memberColumn } from '../shared/columns.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { placesCall, showCall, type Tournament } from './calls.ts'
import { Ways } from './Ways.tsx'
import { counted } from '../../ui/values/counted.ts'

type Place = ConsoleRowOf<typeof placesCall>
/** Bets are counted every few seconds. */
const FRESH_MS = 10_000

const columns: Columns<Place> = [
  { ...columnOf('place'), align: 'right', render: (_, row) => row.place },
  memberColumn<Place>(),
  { ...columnOf('score'), align: 'right', render: (_, row) => counted(row.score) },
  { ...columnOf('bets'), align: 'right', render: (_, row) => row.bets },
  { ...columnOf('scored_at'), render: (_, row) => row.scored_at },
  { ...columnOf('prize'), align: 'right', render: (_, row) => <Money amount={row.prize} strong /> },
  {
    ...columnOf('prize_state'),
    render: (_, row) => {
      if (row.prize_state === prizeState.none) return ''
      const { tone, text } = statusIn(prizeStates, row.prize_state)
      return (
        <>
          <Status tone={tone}>{text}</Status>
          {row.said && <Long text={row.said} width="24ch" />}
        </>
      )
    },
  },
]

/** One tournament: its terms, how it stands, and who leads. */
export default function TournamentPage({ id }: { id: number }) {
  const shown = useQuery({
    queryKey: [showCall, id],
    queryFn: ({ signal }) => call(showCall, { id }, signal),
    refetchInterval: FRESH_MS,
  })
  const table = useTable(placesCall, { id })
  return (
    <Room
      title={<a href="#/tournaments">锦标赛</a>}
      tools={
        <>
          <b>{shown.data?.name}</b>
          <span style={{ flex: 1 }} />
          {shown.data && <Ways tournament={shown.data} />}
        </>
      }
    >
      {shown.data ? <Terms tournament={shown.data} /> : <Unloaded query={shown} />}
      <Card flush>
        <Rows
          table={table}
          columns={columns}
          rowKey={row => row.place}
          label="名次"
          empty="还没有成绩"
        />
      </Card>
    </Room>
  )
}

function Terms({ tournament: t }: { tournament: Tournament }) {
  const { tone, text } = decidedState(tournamentStates, t)
  const audience = [t.min_vip > 0 ? `VIP${t.min_vip} 及以上` : '', t.segment].filter(Boolean)
  return (
    <Card>
      <Facts>
        <Fact label="状态">
          <Status tone={tone}>{text}</Status> {t.said}
        </Fact>
        <Fact label="排名依据">
          {measures[t.measure]}，单注不低于 <Money amount={t.least_stake} />
        </Fact>
        <Fact label="游戏">{t.games}</Fact>
        <Fact label="时间">
          {t.starts_at.slice(0, 16)} 至 {t.ends_at.slice(0, 16)}，结束后 {t.settle_minutes} 分钟结算
        </Fact>
        <Fact label="名次与奖金">{t.prizes}</Fact>
        <Fact label="奖金合计 / 预算 / 已派发">
          <Money amount={t.cost} strong /> / <Money amount={t.budget} /> / <Money amount={t.paid} />
        </Fact>
        <Fact label="流水倍数">{t.turnover_times}</Fact>
        <Fact label="参加条件">{audience.join('，') || '全部会员'}</Fact>
        <Fact label="报名人数">{t.entrants}</Fact>
        <Fact label="提交 / 复核">
          {t.proposed_by} / {t.decided_by || '—'} {t.remark}
        </Fact>
        {t.end_asked_by !== '' && t.state !== tournamentState.waiting && (
          <Fact label="提前结束">
            {t.end_asked_by}：{t.end_reason}（{t.end_approved_by || '待复核'}）
          </Fact>
        )}
        {t.note !== '' && <Fact label="补充规则">{t.note}</Fact>}
        {t.advert !== '' && <Fact label="内容检查">{t.advert}</Fact>}
      </Facts>
    </Card>
  )
}
