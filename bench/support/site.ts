// The server as it runs in production, without the conformance check of answers; CASH=off asks the
// database each time, AROUND=off takes out the context that log lines and spans find their call by.
import '../../apps/server/src/threads.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { readSettings } from '../../apps/server/src/kernel/environment.ts'
import { newLog } from '../../apps/server/src/kernel/log.ts'
import { around } from '../../apps/server/src/kernel/trace/trace.ts'
import { openSite } from '../../apps/server/src/compose.ts'

const site = await openSite(readSettings({ ...process.env, RUN_JOBS: '0' }), {
  log: newLog('fatal'),
  checkAnswers: false,
})
if (process.env['CASH'] === 'off') site.services.bus.onLine(false)
// Tracing that is off adds a comparison a call and a statement; the context is there for the log.
if (process.env['AROUND'] === 'off') around.run = (_around: unknown, work: () => unknown) => work()
await site.app.listen({ port: 0, host: '127.0.0.1' })
let statements = 0
let waitedMs = 0
const { primary, histories } = site.services.reads
for (const pool of [primary, histories])
  pool.watch = {
    statement: () => {
      statements += 1
      return () => {}
    },
    waited: ms => {
      waitedMs += ms
    },
  }
const delay = monitorEventLoopDelay({ resolution: 1 })
process.on('message', (message: string) => {
  if (message === 'cpu') process.send!({ cpu: process.cpuUsage(), statements })
  else if (message === 'pools') process.send!({ waitedMs })
  else if (message === 'memory') {
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    process.send!({ rss, heap: heapUsed })
  } else if (message === 'begin') {
    delay.reset()
    delay.enable()
  } else process.send!({ eventLoopP99Ms: delay.percentile(99) / 1e6 })
})
process.send!({ ready: true, port: (site.app.server.address() as { port: number }).port })
process.on('disconnect', () => void site.close().then(() => process.exit(0)))
