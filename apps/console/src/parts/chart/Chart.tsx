import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as take, type EChartsCoreOption, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useRef } from 'react'
import css from './chart.module.css'

take([
  BarChart,
  LineChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  AriaComponent,
  SVGRenderer,
])

/** One drawing. A press on a day opens what is behind it. */
export function Chart({
  option,
  label,
  tall = false,
  onDay,
}: {
  option: EChartsCoreOption
  label: string
  tall?: boolean
  onDay: (index: number, series: string) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const press = useEffectEvent(
    (event: { dataIndex?: number; seriesName?: string }) =>
      event.dataIndex !== undefined && onDay(event.dataIndex, event.seriesName ?? ''),
  )
  useEffect(() => {
    if (!place.current) return undefined
    const drawn = init(place.current, null, { renderer: 'svg' })
    chart.current = drawn
    drawn.on('click', event => press(event as { dataIndex?: number; seriesName?: string }))
    const sizes = new ResizeObserver(() => drawn.resize())
    sizes.observe(place.current)
    return () => {
      sizes.disconnect()
      drawn.dispose()
    }
  }, [])
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option])
  return <div ref={place} className={tall ? css.tall : css.chart} role="img" aria-label={label} />
}
