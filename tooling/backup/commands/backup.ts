// `tianping backup [--drill]`: one backup, or one drill of the newest one, now.
import { parseArgs } from 'node:util'
import { runBackup, runDrill } from '../runs.ts'
import { workOf } from '../settings.ts'

try {
  const { values } = parseArgs({ options: { drill: { type: 'boolean', default: false } } })
  const work = workOf(process.env, text => console.log(text))
  const outcome = await (values.drill ? runDrill(work) : runBackup(work))
  process.exitCode = outcome === 'passed' ? 0 : 1
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
