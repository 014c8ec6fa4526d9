import { VenueField } from './VenueField.tsx'
import { useState } from 'react'
import { signedYuan, yuan } from '../kit/money.ts'
import type { ActionRequest } from './ActionDialog.tsx'
import { formText } from './formText.ts'
import { More, time } from './parts.tsx'
import type { Ask } from './useOperator.ts'
import { useList } from './useList.ts'
import type { Bet, Overview } from './wire.ts'

const STATES: Record<string, string> = { OPEN: '未结算', SETTLED: '已结算', VOID: '已作废' }
const FIELDS = [
  ['player', '玩家'],
  ['bet', '注单号'],
  ['round', '局号'],
] as const

/** Bets by player, number, round or state. */
export function BetsTab({
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
  const [asked, setAsked] = useState('bets')
  const { items, more, trouble } = useList<Bet>(ask, asked, last => last.bet_id, turn)
  return (
    <>
      <Search view={view} trouble={trouble} onSearch={setAsked} />
      <table>
        <thead>
          <tr>
            <th>注单号</th>
            <th>场馆</th>
            <th>玩家</th>
            <th>游戏 · 局</th>
            <th className="n">注额</th>
            <th className="n">有效</th>
            <th className="n">返还</th>
            <th className="n">净额</th>
            <th>状态</th>
            <th className="n">修订</th>
            <th>下注</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {items?.map(bet => (
            <BetRow key={bet.bet_id} bet={bet} view={view} onAction={onAction} />
          ))}
        </tbody>
      </table>
      {items?.length === 0 && <p className="none">没有找到注单。</p>}
      <More more={more} />
    </>
  )
}

type RowProps = { bet: Bet; view: Overview; onAction: (request: ActionRequest) => void }

function BetRow({ bet, view, onAction }: RowProps) {
  return (
    <tr>
      <td>
        <code>{bet.bet_id}</code>
      </td>
      <td>{bet.venue}</td>
      <td>{bet.player_id}</td>
      <td>
        {bet.game_code} · {bet.round_id === bet.bet_id ? '即时' : bet.round_id}
      </td>
      <td className="n">{yuan(bet.stake)}</td>
      <td className="n">{yuan(bet.valid_amount)}</td>
      <td className="n">{yuan(bet.payout)}</td>
      <td className="n">{bet.status === 'SETTLED' ? signedYuan(bet.payout - bet.stake) : '–'}</td>
      <td>{STATES[bet.status]}</td>
      <td className="n">{bet.revision}</td>
      <td>{time(bet.placed_at)}</td>
      <td className="acts">
        {view.faults && bet.status === 'SETTLED' && (
          <>
            <button
              type="button"
              onClick={() =>
                onAction({
                  title: `作废注单 ${bet.bet_id}`,
                  effect: '演练：退回注额、收回返还，出一个修订。',
                  path: 'bet',
                  body: { bet_id: bet.bet_id, kind: 'void' },
                  danger: true,
                })
              }
            >
              作废
            </button>
            <button
              type="button"
              onClick={() =>
                onAction({
                  title: `错结注单 ${bet.bet_id}`,
                  effect: '演练：返还加一分，出一个修订；重结整局即恢复。',
                  path: 'bet',
                  body: { bet_id: bet.bet_id, kind: 'resettle' },
                })
              }
            >
              +1 分
            </button>
          </>
        )}
      </td>
    </tr>
  )
}

type SearchProps = { view: Overview; trouble: string; onSearch: (path: string) => void }

function Search({ view, trouble, onSearch }: SearchProps) {
  const search = (form: FormData) =>
    onSearch(
      `bets?${new URLSearchParams([...form.keys()].map(name => [name, formText(form, name)]).filter(([, value]) => value))}&at=${Date.now()}`,
    )
  return (
    <form
      className="row"
      onSubmit={event => {
        event.preventDefault()
        search(new FormData(event.currentTarget))
      }}
    >
      {FIELDS.map(([name, label]) => (
        <label key={name}>
          {label} <input name={name} maxLength={60} autoComplete="off" />
        </label>
      ))}
      <VenueField view={view} />
      <label>
        状态{' '}
        <select name="status">
          <option value="">全部</option>
          {Object.entries(STATES).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" className="main">
        查询
      </button>
      {trouble && (
        <span className="bad" role="alert">
          {trouble}
        </span>
      )}
    </form>
  )
}
