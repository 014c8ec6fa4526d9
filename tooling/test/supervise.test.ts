import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { supervise } from '../supervise.ts'

/** A process that ends with a code of its own when it is told to. */
function launch() {
  const child = spawn(process.execPath, ['-e', 'process.stdin.on("data", d => process.exit(+d))'])
  const ended = new Promise<string>(done => child.once('exit', code => done(`code ${code}`)))
  return { ended, end: (code: number) => child.stdin.write(String(code)) }
}

test('what ends is started again until it runs, each step is said, and a stop ends the watch', async () => {
  const said: string[] = []
  const first = launch()
  const second = launch()
  const runs = Promise.withResolvers<void>()
  const starts = [
    () => Promise.reject(new Error('the port is taken')),
    () => Promise.resolve(second),
  ]
  const watch = supervise({
    name: 'The server',
    first,
    start: () => starts.shift()?.() ?? Promise.reject(new Error('one start too many')),
    say: text => {
      said.push(text)
      if (text.endsWith('runs again.')) runs.resolve()
    },
  })
  first.end(3)
  await runs.promise
  expect(said).toEqual([
    'The server ended (code 3). It is started again in 1 s.',
    'The server ended (the port is taken). It is started again in 2 s.',
    'The server runs again.',
  ])
  await watch.stop()
  second.end(0)
  await second.ended
  expect(said).toHaveLength(3)
})
