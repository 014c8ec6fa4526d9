// `npm run soak -- repeat [TIMES] [PART ...]`: the tests again and again while every core is kept
// busy, to find the ones whose outcome depends on chance. Prints each test that ever failed and the
// slowest ones; true when none failed. PART is a part of file names, as for the runner.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { ensureChromium } from '../browser.ts'
import { buildApps } from '../build.ts'
import { failuresOf, runTests, secondsOf, type Failure } from './report.ts'
import { inRoot } from '../root.ts'

const SLOWEST = 20

/** A process a core that does nothing but compute. */
function keepBusy() {
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  return () => busy.forEach(child => child.kill('SIGKILL'))
}

const median = (all: readonly number[]) =>
  all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0

function printFailures(rounds: number, failures: readonly Failure[]) {
  for (const [test, times] of Map.groupBy(failures, each => each.test)) {
    console.log(`\nFAILED ${times.length} of ${rounds}: ${test}`)
    for (const message of new Set(times.map(each => each.message))) console.log(`  ${message}`)
  }
}

function printSlowest(seconds: readonly [string, number][]) {
  const medians = [...Map.groupBy(seconds, ([test]) => test)]
    .map(([test, all]) => ({ test, seconds: median(all.map(([, each]) => each)) }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
  console.log(`\nThe ${SLOWEST} slowest tests, their medians:`)
  for (const each of medians) console.log(`${each.seconds.toFixed(1).padStart(8)} s  ${each.test}`)
}

export async function repeatTests([times = '20', ...parts]: readonly string[]): Promise<boolean> {
  const rounds = Number(times)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`${times} is no number of rounds`)
  ensureChromium()
  await buildApps(text => console.log(text))
  const failures: Failure[] = []
  const seconds: [string, number][] = []
  const stop = keepBusy()
  try {
    for (let round = 1; round <= rounds; round++) {
      console.log(`\n== Round ${round} of ${rounds}`)
      const file = inRoot(`.cache/repeat/${round}.json`)
      const { report } = runTests(file, { reporter: 'dot', args: [...parts] })
      if (!report || report.numPassedTests === 0) throw new Error('a round ran no test')
      failures.push(...failuresOf(report))
      seconds.push(...secondsOf(report))
    }
  } finally {
    stop()
  }
  printFailures(rounds, failures)
  printSlowest(seconds)
  console.log(`\n${rounds} rounds, ${failures.length} failures`)
  return failures.length === 0
}
