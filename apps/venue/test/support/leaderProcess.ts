import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { atEnd } from '../../../../tooling/test/ends/atEnd.ts'

/**
 * Venues as processes of their own on one database, to lead and to be killed; those that are left
 * die with the file's tests.
 */
export function leaderProcesses(databaseUrl: string) {
  const children = new Set<ChildProcess>()
  atEnd(() => {
    for (const child of children) child.kill('SIGKILL')
  })
  const lead = (): Promise<ChildProcess> => {
    const child = fork(join(import.meta.dirname, '../../server/main.ts'), [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: {
        PATH: process.env['PATH'],
        VENUE_DATABASE_URL: databaseUrl,
        VENUE_PORT: '0',
        TIANPING_MODE: 'sandbox',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    children.add(child)
    return new Promise((done, failed) => {
      child.on('message', () => done(child))
      child.once('exit', code => failed(new Error(`the leader ended with ${code}`)))
    })
  }
  const kill = (child: ChildProcess) =>
    new Promise<void>(done => {
      children.delete(child)
      child.removeAllListeners('exit')
      child.once('exit', () => done())
      child.kill('SIGKILL')
    })
  return { lead, kill }
}
