import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { Failure } from '../../ui/Failure.tsx'
import { Money, Signed } from '../../ui/values/Money.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import { actorLabel, codeLabel, layerLabel, phaseLabel } from '../labels.ts'
import { Part } from '../review/ReviewPanel.tsx'
import lists from '../list/lists.module.css'

/**
 * What the ledger booked for one order, transfer or claim: the last stop of every figure. Asked for
 * when it is opened.
 */
export function Entries({
  memberId,
  sourceId,
  open: begun = false,
}: {
  memberId: number
  sourceId: string
  open?: boolean
}) {
  const { may } = useOperator()
  // What was decided meanwhile opens by itself, unless one has chosen.
  const [chosen, choose] = useState<boolean | null>(null)
  const open = chosen ?? begun
  if (!may('ledger.read')) return null
  return (
    <Part
      title="账本分录"
      extra={
        <Button type="link" size="small" onClick={() => choose(!open)}>
          {open ? '收起' : '查看'}
        </Button>
      }
    >
      {open ? <Booked memberId={memberId} sourceId={sourceId} /> : '每一分钱的借贷双方'}
    </Part>
  )
}

export function Booked({ memberId, sourceId }: { memberId: number; sourceId: string }) {
  const name = 'POST /api/console/ledger/entries'
  const sent = { member_id: memberId, source_id: sourceId }
  const shown = useQuery({
    queryKey: [name, sent],
    queryFn: ({ signal }) => call(name, sent, signal),
    meta: { inPlace: true },
  })
  if (!shown.data)
    return shown.error ? (
      <Failure error={shown.error} retry={() => void shown.refetch()} />
    ) : (
      <Waiting />
    )
  if (shown.data.length === 0) return <>账本中还没有分录</>
  return (
    <table className={lists.conditions} aria-label="账本分录">
      <thead>
        <tr>
          <th>时间</th>
          <th>类型</th>
          <th>账户</th>
          <th>金额</th>
          <th>变动后</th>
        </tr>
      </thead>
      <tbody>
        {shown.data.flatMap(each =>
          each.lines.map((line, index) => (
            <tr key={`${each.transaction_id}/${index}`}>
              <td>
                {index === 0 ? (
                  <>
                    {each.at}
                    <br />
                    <small>{actorLabel(each.actor)}</small>
                  </>
                ) : (
                  ''
                )}
              </td>
              <td>
                {index === 0 ? (
                  <>
                    {codeLabel(each.code)}
                    <br />
                    <small>{phaseLabel(each.phase)}</small>
                  </>
                ) : (
                  ''
                )}
              </td>
              <td>
                {line.account_code} {line.account}
                {line.layer === 'pending' && <small>（{layerLabel(line.layer)}）</small>}
              </td>
              <td>
                <Signed amount={line.amount} />
              </td>
              <td>{line.balance_after === null ? '—' : <Money amount={line.balance_after} />}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}
