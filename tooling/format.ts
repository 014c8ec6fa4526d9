// `npm run format`: lays the code out; `npm run check` only looks.
import { runStep } from './check.ts'
import { inRoot } from './root.ts'

runStep('Format', [inRoot('node_modules/oxfmt/bin/oxfmt'), '.'])
