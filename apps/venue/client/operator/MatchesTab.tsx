import { useState } from 'react'
import { yuan } from '../kit/money.ts'
import { CLOSE_TOO, type ActionRequest } from './ActionDialog.tsx'
import { GameFilter, More, time } from './parts.tsx'
import type { Ask } from './useOperator.ts'
import { useList } from './useList.ts'
import type { Match, Overview } from './wire.ts'

function stateOf({ state, settled_at, kicks_off_at }: Match, nowMs: number): string {
  if (state === 'void') return '作废'
  if (state === 'over') return settled_at ? '已结算' : '结算中'
  return Date.parse(kicks_off_at) <= nowMs ? '进行中' : '赛前'
}

/**
 * The matches of one book with the tickets that name them; each can be made void or settled again.
 */
export function MatchesTab({
  view,
  ask,
  turn,
  onAction,
}: {
  view: Overview
  ask: Ask
  turn: number
  onAction: (request: ActionRequest) => void
}) {
  const books = view.games.filter(game => game.kind === 'book')
  const [code, setCode] = useState(books[0]?.code ?? '')
  const { items, more, again, trouble } = useList<Match>(
    ask,
    `matches?code=${code}`,
    last => last.number,
    turn,
  )
  return (
    <>
      <GameFilter
        label="盘口"
        games={books}
        code={code}
        onChange={setCode}
        onRefresh={again}
        trouble={trouble}
      />
      <table>
        <thead>
          <tr>
            <th>编号</th>
            <th>对阵</th>
            <th>开赛</th>
            <th>状态</th>
            <th className="n">注单</th>
            <th className="n">未判</th>
            <th className="n">相关注额（元）</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {items?.map(match => (
            <MatchRow
              key={match.number}
              match={match}
              view={view}
              code={code}
              onAction={onAction}
            />
          ))}
        </tbody>
      </table>
      <More more={more} />
    </>
  )
}

type RowProps = {
  match: Match
  view: Overview
  code: string
  onAction: (request: ActionRequest) => void
}

function MatchRow({ match, view, code, onAction }: RowProps) {
  return (
    <tr>
      <td>{match.number}</td>
      <td>
        {match.home} – {match.away}
      </td>
      <td>{time(match.kicks_off_at)}</td>
      <td>{stateOf(match, view.now)}</td>
      <td className="n">{match.tickets}</td>
      <td className="n">{match.undecided}</td>
      <td className="n">{yuan(match.stake)}</td>
      <td className="acts">
        <button
          type="button"
          disabled={match.state === 'void'}
          onClick={() =>
            onAction({
              title: `作废比赛 ${match.number}`,
              effect:
                '这场比赛的选项在每张注单上按 1.00 计；单场退回注额，串关继续。已结算的逐单更正。',
              path: 'void-match',
              body: { code, number: match.number },
              danger: true,
              option: CLOSE_TOO,
            })
          }
        >
          作废
        </button>
        <button
          type="button"
          disabled={match.state !== 'over' || !match.settled_at}
          onClick={() =>
            onAction({
              title: `重新结算比赛 ${match.number}`,
              effect: '按已公开的结果重判每张注单；不同的出一个修订，其余不变。',
              path: 'resettle-match',
              body: { code, number: match.number },
            })
          }
        >
          重结
        </button>
      </td>
    </tr>
  )
}
