import type { Metrics } from '../metrics/metrics.ts'

const JOB_BOUNDS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300]

export type Measured = (
  name: string,
  everyMs: number,
  work: () => Promise<number>,
) => () => Promise<number>

/** Counts and times the turns of jobs, and says how long ago each ended well. */
export function measureJobs(metrics: Metrics): Measured {
  const turns = metrics.counter('tianping_job_turns_total', 'Turns of jobs by their end', [
    'task',
    'outcome',
  ])
  const seconds = metrics.histogram(
    'tianping_job_seconds',
    'Seconds of a turn of a job',
    ['task'],
    JOB_BOUNDS,
  )
  const age = metrics.gauge(
    'tianping_job_age_seconds',
    'Seconds since a turn of the job ended well, or since the start',
    ['task'],
  )
  const every = metrics.gauge('tianping_job_every_seconds', 'Pause between turns of the job', [
    'task',
  ])
  const doneAt = new Map<string, number>()
  metrics.collect(() => {
    for (const [name, at] of doneAt) age.set((performance.now() - at) / 1_000, [name])
  })
  return (name, everyMs, work) => {
    every.set(everyMs / 1_000, [name])
    doneAt.set(name, performance.now())
    return async () => {
      const from = performance.now()
      const end = (outcome: 'done' | 'failed') => {
        turns.add([name, outcome])
        seconds.observe((performance.now() - from) / 1_000, [name])
      }
      try {
        const done = await work()
        end('done')
        doneAt.set(name, performance.now())
        return done
      } catch (error) {
        end('failed')
        throw error
      }
    }
  }
}
