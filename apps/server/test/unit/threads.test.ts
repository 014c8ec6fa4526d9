import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { inRoot } from '../../../../tooling/root.ts'

/** Gives the pool work, which starts all its threads, and counts them; Linux names them. */
const COUNT = `
import ${JSON.stringify(inRoot('apps/server/src/threads.ts'))}
import { pbkdf2 } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
pbkdf2('p', 's', 1, 32, 'sha512', () => {
  const names = readdirSync('/proc/self/task').map(id => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim())
  console.log(names.filter(name => name === 'libuv-worker').length)
})`

const threadsOf = (env: Record<string, string>) =>
  Number(
    spawnSync(process.execPath, ['--input-type=module', '--eval', COUNT], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      encoding: 'utf8',
    }).stdout,
  )

test.runIf(process.platform === 'linux')(
  'the pool of threads has one for every core that hashes, and some beside',
  () => {
    expect(threadsOf({})).toBe(availableParallelism() + 5)
    expect(threadsOf({ UV_THREADPOOL_SIZE: '3' })).toBe(3)
  },
)
