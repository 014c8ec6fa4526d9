// Processor time of processes, from Linux's /proc alone.
import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10

const fieldsOf = (pid: string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')

/** Milliseconds of processor time of PostgreSQL's processes; those that ended are not counted. */
export function postgresMs(postmaster: number): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const fields = fieldsOf(pid)
      if (fields[1] === String(postmaster)) ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks * TICK_MS
}

export const msOf = (cpu: NodeJS.CpuUsage): number => (cpu.user + cpu.system) / 1_000
