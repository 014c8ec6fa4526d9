import { useQuery } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { rateOrigins, rateTroubles } from '@tianping/contract/rates/facts'
import { Alert } from 'antd'
import { call } from '../../app/api.ts'
import { Card } from '../../ui/Room.tsx'
import { PlainTable, type PlainColumn } from '../shared/PlainTable.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import css from './providers.module.css'

const ratesCall = 'POST /api/console/rates/show'
/** Prices come every half minute. */
const LOOK_MS = 15_000
type Shown = ConsoleGiven<typeof ratesCall>
type Source = Shown['sources'][number]

function stateOf({ rests_until, said, fresh }: Source): string {
  if (rests_until !== '') return `${said}，暂停询价至 ${rests_until}`
  if (said !== '') return said
  return fresh ? '有效' : '已过期'
}

const columns: PlainColumn<Source>[] = [
  { title: '来源', cell: row => row.name },
  { title: '1 USDT', cell: row => (row.rate === '' ? '—' : `¥${row.rate}`) },
  { title: '价格时间', cell: row => row.at || '—' },
  { title: '状态', cell: stateOf },
]

const Content = ({ shown }: { shown: Shown }) => (
  <>
    {shown.closed !== '' && (
      <Alert
        type="error"
        showIcon
        title={`${rateTroubles[shown.closed]}，暂停受理 USDT 存款与取款`}
        description="可在规则“USDT 汇率”中提交人工汇率，由另一位批准后生效。"
      />
    )}
    <p className={css.test}>
      存款 1 USDT = ¥{shown.deposit.toFixed(4)}，取款 1 USDT = ¥{shown.withdrawal.toFixed(4)}
      {shown.closed !== '' && '（最近一次，不用于新订单）'}，来自{rateOrigins[shown.from]}
      {shown.by_hand_until !== '' && `，有效至 ${shown.by_hand_until}`}。
    </p>
    {shown.sources.length > 0 && (
      <PlainTable
        label="USDT 汇率来源"
        columns={columns}
        rows={shown.sources}
        rowKey={row => row.name}
      />
    )}
  </>
)

/** What a USDT is worth now, and what every source says. */
export function Rates() {
  const rates = useQuery({
    queryKey: [ratesCall],
    queryFn: ({ signal }) => call(ratesCall, {}, signal),
    refetchInterval: LOOK_MS,
  })
  return (
    <Card title="USDT 汇率">
      {rates.data ? <Content shown={rates.data} /> : <Unloaded query={rates} />}
    </Card>
  )
}
