// `npm run format`: lays the code out; `npm run check` only looks.
import { runSteps, tool } from './check.ts'
import { inRoot } from './root.ts'

await runSteps([tool('Format', [inRoot('node_modules/oxfmt/bin/oxfmt'), '.'])])
