// `npm run drill -- NAME`: rehearses what must not go wrong on processes of its own, prints what
// was expected and what was seen, and ends with 1 when they differ.
import { readdirSync } from 'node:fs'
import { inRoot } from '../root.ts'

const folder = inRoot('tooling/drills')
const names = readdirSync(folder)
  .filter(file => file.endsWith('.ts') && file !== 'index.ts')
  .map(file => file.slice(0, -3))
const [name = '', ...args] = process.argv.slice(2)
if (!names.includes(name)) {
  console.error(`usage: npm run drill -- NAME; there are ${names.join(', ')}.`)
  process.exit(2)
}
try {
  const { drill } = (await import(`./${name}.ts`)) as {
    drill: (args: string[]) => Promise<boolean>
  }
  process.exitCode = (await drill(args)) ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
// What a drill started ended with it; a socket that lingers does not keep the command waiting.
process.exit()
