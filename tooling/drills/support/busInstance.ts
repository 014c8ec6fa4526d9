// One instance of the drill of the bus: publishes members at a steady pace, and notes when those of
// the others arrive. Times are of the machine's steady clock, which all processes share.
import { connect } from '@tianping/database'
import { Bus } from '../../../apps/server/src/kernel/live/bus.ts'

export type BusReport = {
  published: number
  sent: [key: string, at: number][]
  received: [key: string, at: number][]
}
type Order = { perSecond: number; ms: number } | 'report'

/** Every so many changes one is timed. */
const SAMPLE = 10
const STEP_MS = 5
/** Keys are as long as the numbers of members. */
const ROOM = 10_000_000

const [url = '', number = '1'] = process.argv.slice(2)
const mine = Number(number) * ROOM
const steadyMs = () => Number(process.hrtime.bigint()) / 1e6

const db = connect(url, { maxConnections: 4 })
const bus = new Bus(db, url)
let next = mine
let report: BusReport = { published: 0, sent: [], received: [] }

bus.subscribe(({ topic, keys }) => {
  if (topic !== 'member') return
  const at = steadyMs()
  for (const key of keys) {
    const n = Number(key)
    if (n % SAMPLE === 0 && Math.floor(n / ROOM) !== Number(number)) report.received.push([key, at])
  }
})

function publish(): void {
  const key = String(next)
  if (next % SAMPLE === 0) report.sent.push([key, steadyMs()])
  next++
  report.published++
  bus.publish('member', [key])
}

function work({ perSecond, ms }: Exclude<Order, 'report'>): void {
  const began = performance.now()
  let count = 0
  const timer = setInterval(() => {
    const passed = Math.min(performance.now() - began, ms)
    for (const due = (passed / 1_000) * perSecond; count < due; count++) publish()
    if (passed < ms) return
    clearInterval(timer)
    process.send?.('done')
  }, STEP_MS)
}

process.on('message', (order: Order) => {
  if (order !== 'report') return work(order)
  process.send?.(report)
  report = { published: 0, sent: [], received: [] }
})
process.on('disconnect', () => process.exit(0))
await bus.open()
process.send?.('ready')
