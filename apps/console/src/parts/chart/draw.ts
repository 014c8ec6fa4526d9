// The library of charts, by itself: it is as large as all the rest of the back office.
import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use as take, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

take([
  BarChart,
  LineChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  AriaComponent,
  SVGRenderer,
])

export const drawIn = (place: HTMLElement): EChartsType => init(place, null, { renderer: 'svg' })
