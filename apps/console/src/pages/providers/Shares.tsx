import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { call } from '../../app/api.ts'
import { ActionError } from '../../parts/dialogs/ActionError.tsx'
import { Card } from '../../ui/Room.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import type { Provider } from './provider.ts'
import css from './providers.module.css'

type Share = { code: string; priority: number; weight: number }
type Result = {
  code: string
  name: string
  now: { orders: number; amount: number; fee: number }
  tried: { orders: number; amount: number; fee: number }
}
const none = { orders: 0, amount: 0, fee: 0 }

const columns = (total: number): PlainColumn<Result>[] => {
  const part = (orders: number) => (total === 0 ? '' : `（${Math.round((100 * orders) / total)}%）`)
  return [
    { title: '通道', cell: row => row.name || '无通道受理' },
    { title: '当前', cell: row => `${row.now.orders} 单${part(row.now.orders)}` },
    { title: '试算', cell: row => `${row.tried.orders} 单${part(row.tried.orders)}` },
    { title: '试算金额', cell: row => yuan(row.tried.amount) },
    { title: '费用变化', cell: row => yuan(Math.round((row.tried.fee - row.now.fee) * 100) / 100) },
  ]
}

type LineProps = { name: string; share: Share; onChange: (share: Share) => void }

const ShareLine = ({ name, share, onChange }: LineProps) => (
  <div>
    <span>{name}</span>
    <InputNumber
      aria-label={`${name} 优先级`}
      prefix="优先级"
      min={1}
      max={99}
      value={share.priority}
      onChange={priority => onChange({ ...share, priority: priority ?? 1 })}
    />
    <InputNumber
      aria-label={`${name} 权重`}
      prefix="权重"
      min={0}
      max={100}
      value={share.weight}
      onChange={weight => onChange({ ...share, weight: weight ?? 0 })}
    />
  </div>
)

/** What other priorities and weights would have done to yesterday's orders; changes nothing. */
export function Shares({ providers }: { providers: Provider[] }) {
  const open = providers.filter(each => each.state === 'open')
  const [typed, setTyped] = useState<Record<string, Share>>({})
  const shareOf = ({ code, priority, weight }: Provider): Share =>
    typed[code] ?? { code, priority, weight }
  const preview = useAction({
    mutationFn: () => call('POST /api/console/providers/preview', { shares: open.map(shareOf) }),
    meta: { inPlace: true },
  })
  if (open.length === 0) return null
  const set = (share: Share) => setTyped(before => ({ ...before, [share.code]: share }))
  const found = preview.data
  const rows = found?.tried.map(({ code, name, ...tried }) => ({
    code,
    name,
    tried,
    now: found.now.find(each => each.code === code) ?? none,
  }))
  return (
    <Card
      title="分流试算"
      extra={
        <Button size="small" loading={preview.isPending} onClick={() => preview.mutate()}>
          用昨日订单试算
        </Button>
      }
    >
      <div className={css.shares}>
        {open.map(each => (
          <ShareLine key={each.code} name={each.name} share={shareOf(each)} onChange={set} />
        ))}
      </div>
      {preview.error && <ActionError error={preview.error} />}
      {found && (
        <>
          <p className={css.test}>
            {found.day} 共 {found.orders}{' '}
            单。试算不改变任何设置；要采用，请在通道的“修改”中填写并由另一位批准。
          </p>
          <PlainTable
            label="分流试算"
            columns={columns(found.orders)}
            rows={rows ?? []}
            rowKey={row => row.code}
          />
        </>
      )}
    </Card>
  )
}
