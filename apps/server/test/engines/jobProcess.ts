// A server process that dies in the middle of its work of the day: SIGKILL, at a point that the
// test chose. Nothing of it runs afterwards; what its transaction had not committed never was.
import { connect } from '@tianping/database'
import { newLog } from '../../src/kernel/log.ts'
import { calculateRebates } from '../../src/areas/rebate/calculateRebates.ts'
import { reviewLevels, runVipReview } from '../../src/areas/vip/vipReview.ts'

const [url, mode, day, at] = process.argv.slice(2) as [
  string,
  'review' | 'lease' | 'rebate',
  string,
  string,
]
const db = connect(url, {
  role: 'tianping_app',
  maxConnections: 2,
  applicationName: 'dying',
  patience: 12,
})
const now = new Date(at)
const die = () => {
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => {})
}
let done = 0
const dieAtSecond = () => (++done === 2 ? die() : Promise.resolve())

if (mode === 'review') {
  await reviewLevels(db, day, now, { chunk: 2, decided: dieAtSecond })
} else if (mode === 'rebate') {
  await calculateRebates(db, day, now, { chunk: 2, committed: () => void dieAtSecond() })
} else {
  const clock = { now: () => now }
  // Between the commit of its members and the end of its run: the lease stays behind.
  await runVipReview({
    db,
    clock,
    log: newLog('silent'),
    bus: { publish: () => void die() } as never,
  })
}
// Reached where there was less to do than where it should have died.
process.exit(0)
