import { Segmented } from 'antd'
import { useState } from 'react'
import { amend, useAddress } from '../../app/address.ts'
import { useParam } from '../../app/params.ts'
import { Card } from '../../ui/Room.tsx'
import { Unloaded } from '../shared/Unloaded.tsx'
import { DayTable } from './DayTable.tsx'
import { Drawings } from './Drawings.tsx'
import { spans, useFigures, type Span } from './useFigures.ts'
import css from './charts.module.css'

const restingSpan: Span = 30

/** The last 7, 30 or 90 days, drawn and in figures; every day and every figure opens its rows. */
export function Charts() {
  const { path } = useAddress()
  const asked = Number(useParam('days', spans.map(String)))
  const days = spans.find(each => each === asked) ?? restingSpan
  const figures = useFigures(days)
  const [form, setForm] = useState<'charts' | 'table'>('charts')
  const Shown = form === 'table' ? DayTable : Drawings
  return (
    <Card
      title="趋势"
      extra={
        <span className={css.tools}>
          <Segmented<'charts' | 'table'>
            size="small"
            options={[
              { value: 'charts', label: '图表' },
              { value: 'table', label: '表格' },
            ]}
            value={form}
            onChange={setForm}
          />
          <Segmented<Span>
            size="small"
            options={spans.map(each => ({ value: each, label: `${each} 天` }))}
            value={days}
            onChange={next => amend(path, () => (next === restingSpan ? '' : `days=${next}`))}
          />
        </span>
      }
    >
      {figures.data ? <Shown figures={figures.data} /> : <Unloaded query={figures} />}
    </Card>
  )
}
