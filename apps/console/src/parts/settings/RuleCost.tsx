import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { roundYuan } from '@tianping/money'
import { useDeferredValue } from 'react'
import { call, Failed } from '../../app/api.ts'
import { Pending } from '../../ui/Pending.tsx'
import { Card } from '../../ui/Room.tsx'
import { Signed, yuan } from '../../ui/values/Money.tsx'
import { counted } from '../../ui/values/counted.ts'
import lists from '../list/lists.module.css'

const name = 'POST /api/console/rules/cost'
/** The code of a value that the schema refuses. */
const WRONG = 400
type Cost = ConsoleGiven<typeof name>
type Line = Cost['lines'][number]

function written(unit: Line['unit'], amount: number): string {
  if (unit === 'yuan') return yuan(amount)
  return unit === 'usdt' ? `${amount.toFixed(2)} USDT` : counted(amount)
}

/**
 * What a value would have cost on the last thirty days, beside what the current one did. Nobody
 * approves a rule without it.
 */
export function RuleCost({ rule, value }: { rule: string; value: unknown }) {
  const asked = useDeferredValue(value)
  const cost = useQuery({
    queryKey: [name, rule, asked],
    queryFn: ({ signal }) => call(name, { key: rule, value: asked }, signal),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
    meta: { inPlace: true },
  })
  // A draft that is not valid yet has no cost; nothing failed.
  const isWrong = cost.error instanceof Failed && cost.error.code === WRONG
  return (
    <Card title="按近 30 天记录推算">
      {isWrong ? <p>填写完整且无误后，这里显示修改的影响。</p> : <Shown query={cost} />}
    </Card>
  )
}

const Shown = ({ query }: { query: UseQueryResult<Cost> }) =>
  query.data ? <Estimate {...query.data} /> : <Pending query={query} />

function Estimate({ lines, note }: Cost) {
  return (
    <>
      {lines.length > 0 && (
        <table className={lists.conditions} aria-label="推算费用">
          <thead>
            <tr>
              <th>项目</th>
              <th>现行规则</th>
              <th>修改后</th>
              <th>相差</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={line.label}>
                <td>{line.label}</td>
                <td>{written(line.unit, line.before)}</td>
                <td>
                  <b>{written(line.unit, line.after)}</b>
                </td>
                <td>
                  <Change line={line} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p style={{ marginTop: lines.length > 0 ? 10 : 0, color: 'var(--ant-color-text-tertiary)' }}>
        {note}
      </p>
    </>
  )
}

function Change({ line: { unit, before, after } }: { line: Line }) {
  if (after === before) return '—'
  return unit === 'count' ? after - before : <Signed amount={roundYuan(after - before)} />
}
