import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { inRoot } from '../../../../tooling/root.ts'

/** Keeps every thread of the pool busy and answers how many there are; Linux names them. */
const COUNT = `
import ${JSON.stringify(inRoot('apps/server/src/threads.ts'))}
import { pbkdf2 } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
let left = 256
for (let n = 0; n < left; n++) pbkdf2('p', 's', 20_000, 32, 'sha512', () => {
  if (--left > 0) return
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
