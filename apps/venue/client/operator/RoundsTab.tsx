import { useState } from 'react'
import { yuan } from '../kit/money.ts'
import type { Wanted } from './Deed.tsx'
import { More, time } from './parts.tsx'
import type { Ask } from './useDesk.ts'
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
  onDeed,
}: {
  view: Overview
  ask: Ask
  turn: number
  onDeed: (wanted: Wanted) => void
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
      <div className="row">
        <label>
          牌桌{' '}
          <select value={code} onChange={event => setCode(event.target.value)}>
            {tables.map(table => (
              <option key={table.code} value={table.code}>
                {table.name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={again}>
          刷新
        </button>
        {trouble && (
          <span className="bad" role="alert">
            {trouble}
          </span>
        )}
      </div>
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
            <RoundRow key={round.number} round={round} name={name} code={code} onDeed={onDeed} />
          ))}
        </tbody>
      </table>
      <More more={more} />
    </>
  )
}

type RowProps = { round: Round; name: string; code: string; onDeed: (wanted: Wanted) => void }

function RoundRow({ round, name, code, onDeed }: RowProps) {
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
            onDeed({
              title: `作废 ${name} 第 ${round.number} 局`,
              says: '未结算的注单退回注额；已结算的逐单更正为作废，各出一个修订。余额不足以收回的注单会被列出，不动。',
              path: 'void-round',
              body: { code, number: round.number },
              danger: true,
            })
          }
        >
          作废
        </button>
        <button
          type="button"
          disabled={round.state !== 'settled'}
          onClick={() =>
            onDeed({
              title: `重新结算 ${name} 第 ${round.number} 局`,
              says: '按已公开的结果重算每一单；返还不同的注单出一个修订，其余不变。',
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
