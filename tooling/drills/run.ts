// `npm run drill -- NAME`: rehearses on processes of its own what must not go wrong, prints what
// was expected and what was seen, and ends with 1 when they differ.
import { existsSync } from 'node:fs'
import { inRoot } from '../root.ts'

const [name = '', ...args] = process.argv.slice(2)
if (!/^[a-z]+$/.test(name) || name === 'run' || !existsSync(inRoot(`tooling/drills/${name}.ts`))) {
  console.error('usage: npm run drill -- NAME; the drills are the files of tooling/drills.')
  process.exit(2)
}
const { drill } = (await import(`./${name}.ts`)) as { drill: (args: string[]) => Promise<boolean> }
process.exit((await drill(args)) ? 0 : 1)
