import type { EChartsCoreOption, EChartsType } from 'echarts/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { idle } from '../../ui/idle.ts'
import css from './chart.module.css'

type Props = {
  option: EChartsCoreOption
  label: string
  tall?: boolean
  onDay: (index: number, series: string) => void
}

/** Draws anew at another size. An observer speaks at its start too, when nothing has changed. */
function fit(chart: EChartsType) {
  const { clientWidth, clientHeight } = chart.getDom()
  if (clientWidth !== chart.getWidth() || clientHeight !== chart.getHeight()) chart.resize()
}

/**
 * One drawing. A press on a day opens what is behind it. The place stands at once and is drawn in
 * when the page has nothing else to do, so figures and tables never wait for it.
 */
export function Chart({ option, label, tall = false, onDay }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<EChartsType | null>(null)
  const [failed, setFailed] = useState(false)
  const press = useEffectEvent(
    (event: { dataIndex?: number; seriesName?: string }) =>
      event.dataIndex !== undefined && onDay(event.dataIndex, event.seriesName ?? ''),
  )
  useEffect(() => {
    let over = () => {}
    let isGone = false
    const begin = async () => {
      await idle()
      const { drawIn } = await import('./draw.ts')
      await idle()
      if (isGone || !place.current) return
      const drawn = drawIn(place.current)
      drawn.on('click', event => press(event as { dataIndex?: number; seriesName?: string }))
      const sizes = new ResizeObserver(() => fit(drawn))
      sizes.observe(place.current)
      over = () => {
        sizes.disconnect()
        drawn.dispose()
      }
      setChart(drawn)
    }
    begin().catch(() => !isGone && setFailed(true))
    return () => {
      isGone = true
      over()
    }
  }, [])
  useEffect(() => chart?.setOption(option, { notMerge: true }), [chart, option])
  return (
    <div ref={place} className={tall ? css.tall : css.chart} role="img" aria-label={label}>
      {failed && '图表没有打开，请刷新页面'}
    </div>
  )
}
