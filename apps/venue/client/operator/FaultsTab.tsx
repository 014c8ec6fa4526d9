import { VenueField } from './VenueField.tsx'
import { useState } from 'react'
import type { ActionRequest } from './ActionDialog.tsx'
import { formText } from './formText.ts'
import type { Ask } from './useOperator.ts'
import { useList } from './useList.ts'
import type { Fault, Overview } from './wire.ts'

/** Every fault and what it does. */
const KINDS = {
  delay: '先等待，再执行',
  drop_before: '断开连接，什么也不做',
  maintenance: '回答维护中',
  drop_after: '执行后断开，不回答',
  error_after: '执行后回答 500',
  truncate: '执行后只发半个回答',
  bad_signature: '执行后签错名',
  feed_duplicate: '注单流每条发两次',
  feed_overlap: '注单流重发旧记录',
  feed_late: '注单流扣下一条到下一页',
  void: '结算后作废',
  resettle: '结算后改返还',
  clock_skew: '场馆时钟偏移',
} as const
const ENDPOINTS = [
  '',
  'transfer',
  'transferState',
  'finalize',
  'balance',
  'balances',
  'putPlayer',
  'launch',
  'kick',
  'games',
  'bets',
  'statement',
  'health',
  'placeBet',
]

/** The switches of the rehearsal: what is armed, and arming more. */
export function FaultsTab({
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
  const { items, again } = useList<Fault>(ask, 'faults', fault => fault.id, turn)
  return (
    <>
      <ArmForm view={view} onAction={onAction} onAgain={again} />
      <table>
        <thead>
          <tr>
            <th>编号</th>
            <th>故障</th>
            <th>范围</th>
            <th className="n">概率</th>
            <th className="n">剩余次数</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {items?.map(fault => (
            <FaultRow key={fault.id} fault={fault} onAction={onAction} />
          ))}
        </tbody>
      </table>
      {items?.length === 0 && <p className="none">没有启用的故障。</p>}
    </>
  )
}

type RowProps = { fault: Fault; onAction: (request: ActionRequest) => void }

function FaultRow({ fault, onAction }: RowProps) {
  return (
    <tr>
      <td>{fault.id}</td>
      <td>{KINDS[fault.kind]}</td>
      <td>
        {[fault.venue, fault.endpoint, fault.player, fault.ref].filter(Boolean).join(' · ') ||
          '全部'}
      </td>
      <td className="n">{fault.probability * 100}%</td>
      <td className="n">{fault.count ?? '不限'}</td>
      <td>
        <button
          type="button"
          onClick={() =>
            onAction({
              title: `清除故障 ${fault.id}`,
              effect: KINDS[fault.kind],
              path: 'clear-faults',
              body: { id: fault.id },
            })
          }
        >
          清除
        </button>
      </td>
    </tr>
  )
}

type Kind = keyof typeof KINDS

/** The switch that a filled form asks for. */
function arming(kind: Kind, form: FormData): ActionRequest {
  const text = (name: string) => formText(form, name) || undefined
  const whole = (name: string) => (text(name) === undefined ? undefined : Number(text(name)))
  return {
    title: `启用故障：${KINDS[kind]}`,
    effect: '只影响本进程，重启即清除。',
    path: 'faults',
    danger: true,
    body: {
      kind,
      venue: text('venue'),
      endpoint: text('endpoint'),
      player: text('player'),
      probability: (whole('percent') ?? 100) / 100,
      count: whole('count') ?? null,
      delay_ms: whole('delay'),
      skew_ms: whole('skew'),
    },
  }
}

type FormProps = { view: Overview; onAction: (request: ActionRequest) => void; onAgain: () => void }

function ArmForm({ view, onAction, onAgain }: FormProps) {
  const [kind, setKind] = useState<Kind>('delay')
  return (
    <form
      className="row"
      onSubmit={event => {
        event.preventDefault()
        onAction(arming(kind, new FormData(event.currentTarget)))
      }}
    >
      <KindSelect kind={kind} onKind={setKind} />
      <Scope view={view} />
      <label>
        玩家 <input name="player" maxLength={40} autoComplete="off" />
      </label>
      <label>
        概率 % <input name="percent" type="number" min={0} max={100} defaultValue={100} />
      </label>
      <label>
        次数 <input name="count" type="number" min={1} max={1_000_000} placeholder="不限" />
      </label>
      <Milliseconds kind={kind} />
      <button type="submit" className="danger">
        启用
      </button>
      <button type="button" onClick={onAgain}>
        刷新
      </button>
      <button
        type="button"
        onClick={() =>
          onAction({
            title: '清除全部故障',
            effect: '场馆恢复正常。',
            path: 'clear-faults',
            body: {},
          })
        }
      >
        全部清除
      </button>
    </form>
  )
}

function KindSelect({ kind, onKind }: { kind: Kind; onKind: (kind: Kind) => void }) {
  return (
    <label>
      故障{' '}
      <select value={kind} onChange={event => onKind(event.target.value as Kind)}>
        {Object.entries(KINDS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}

function Scope({ view }: { view: Overview }) {
  return (
    <>
      <VenueField view={view} />
      <label>
        调用{' '}
        <select name="endpoint">
          {ENDPOINTS.map(name => (
            <option key={name} value={name}>
              {name || '全部'}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

function Milliseconds({ kind }: { kind: Kind }) {
  return (
    <>
      {kind === 'delay' && (
        <label>
          毫秒 <input name="delay" type="number" min={0} max={120_000} defaultValue={1_000} />
        </label>
      )}
      {kind === 'clock_skew' && (
        <label>
          毫秒{' '}
          <input
            name="skew"
            type="number"
            min={-86_400_000}
            max={86_400_000}
            defaultValue={90_000}
          />
        </label>
      )}
    </>
  )
}
