import type { Metrics } from './metrics.ts'

const TICK_MS = 100
const LATE_BOUNDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/**
 * What the process itself takes. How late a timer comes is how long calls wait for the event loop.
 * Answers what ends it.
 */
export function measureProcess(metrics: Metrics): () => void {
  const late = metrics.histogram(
    'tianping_event_loop_late_seconds',
    'How late a timer of every 100 ms came',
    [],
    LATE_BOUNDS,
  )
  const memory = metrics.gauge('process_resident_memory_bytes', 'Memory of the process')
  const heap = metrics.gauge('tianping_heap_used_bytes', 'Memory of objects in use')
  const cpu = metrics.counter('process_cpu_seconds_total', 'Seconds of processor time')
  const started = metrics.gauge('process_start_time_seconds', 'When the process began')
  started.set(performance.timeOrigin / 1_000)
  let cpuBefore = 0
  let due = performance.now() + TICK_MS
  const timer = setInterval(() => {
    const now = performance.now()
    late.observe(Math.max(0, now - due) / 1_000)
    due = now + TICK_MS
  }, TICK_MS)
  timer.unref()
  metrics.collect(() => {
    const { rss, heapUsed } = process.memoryUsage()
    memory.set(rss)
    heap.set(heapUsed)
    const { user, system } = process.cpuUsage()
    const seconds = (user + system) / 1_000_000
    cpu.add([], seconds - cpuBefore)
    cpuBefore = seconds
  })
  return () => clearInterval(timer)
}
