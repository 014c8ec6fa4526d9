import { useState } from 'react'
import { yuan } from '../kit/money.ts'
import { CLOSE_TOO, type ActionRequest } from './ActionDialog.tsx'
import { GameFilter, More, time } from './parts.tsx'
import type { Ask } from './useOperator.ts'
import { useList } from './useList.ts'
import type { Overview, Round } from './wire.ts'

const STATES: Record<string, string> = {
  open: '下注中',
  closed: '封盘',
  drawn: '已开奖',
  settled: '已结算',
  void: '作废',
}

/** The rounds of one table with what was bet on them; each can be made void or settled again. */
export function RoundsTab({
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
  const tables = view.games.filter(game => game.kind === 'table')
  const [code, setCode] = useState(tables[0]?.code ?? '')
  const { items, more, again, trouble } = useList<Round>(
    ask,
    `rounds?code=${code}`,
    last => last.number,
    turn,
  )
  const name = tables.find(table => table.code === code)?.name ?? code
  return (
    <>
      <GameFilter
        label="牌桌"
        games={tables}
        code={code}
        onChange={setCode}
        onRefresh={again}
        trouble={trouble}
      />
      <table>
        <thead>
          <tr>
            <th>局号</th>
            <th>日期 · 序</th>
            <th>封盘</th>
            <th>状态</th>
            <th>结果</th>
            <th className="n">注单</th>
            <th className="n">注额（元）</th>
            <th className="n">返还（元）</th>
            <th className="n">作废</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {items?.map(round => (
            <RoundRow
              key={round.number}
              round={round}
              name={name}
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
  round: Round
  name: string
  code: string
  onAction: (request: ActionRequest) => void
}

function RoundRow({ round, name, code, onAction }: RowProps) {
  return (
    <tr>
      <td>{round.number}</td>
      <td>
        {round.day} · {round.place}
      </td>
      <td>{time(round.closes_at)}</td>
      <td>{STATES[round.state] ?? round.state}</td>
      <td>
        <code>{round.outcome ? JSON.stringify(round.outcome) : '–'}</code>
      </td>
      <td className="n">{round.bets}</td>
      <td className="n">{yuan(round.stake)}</td>
      <td className="n">{yuan(round.payout)}</td>
      <td className="n">{round.voided}</td>
      <td className="acts">
        <button
          type="button"
          disabled={round.state === 'void'}
          onClick={() =>
            onAction({
              title: `作废 ${name} 第 ${round.number} 局`,
              effect:
                '未结算的注单退回注额；已结算的逐单更正为作废，各出一个修订。余额不足以收回的注单会被列出，不动。',
              path: 'void-round',
              body: { code, number: round.number },
              danger: true,
              option: CLOSE_TOO,
            })
          }
        >
          作废
        </button>
        <button
          type="button"
          disabled={round.state !== 'settled'}
          onClick={() =>
            onAction({
              title: `重新结算 ${name} 第 ${round.number} 局`,
              effect: '按已公开的结果重算每一单；返还不同的注单出一个修订，其余不变。',
              path: 'resettle-round',
              body: { code, number: round.number },
            })
          }
        >
          重结
        </button>
      </td>
    </tr>
  )
}
