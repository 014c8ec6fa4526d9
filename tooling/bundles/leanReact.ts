import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)
/** The functions below were read in this version. Another one is read anew before it is built. */
const READ = '19.3.1'
const CLIENT = /[\\/]react-dom-client\.production\.js$/

type Parts = {
  /** React comes here only where the feature is used: whoever uses it is told. */
  never?: string
  /** React comes here in any case, and finds nothing to do without the feature. */
  idle?: string
}

/**
 * Parts of react-dom that nothing of ours uses, by feature. What only they call goes with them: a
 * sixth of the library (docs/decisions/0154-react-without-what-nobody-uses.md).
 */
const FEATURES: Record<string, Parts> = {
  ViewTransition: {
    never: `getViewTransitionName getViewTransitionClassName applyViewTransitionToHostInstances
      restoreViewTransitionOnHostInstances flushAfterMutationEffects reportViewTransitionError
      startViewTransition ViewTransitionPseudoElement createViewTransitionInstance
      measureViewTransitionHostInstancesRecursive measureNestedViewTransitions
      commitAfterMutationEffectsOnFiber recursivelyTraverseAfterMutationEffects`,
    idle: `trackEnterViewTransitions commitExitViewTransitions commitNestedViewTransitions
      restoreEnterOrExitViewTransitions restoreNestedViewTransitions`,
  },
  'a ref of a Fragment': {
    never: 'FragmentInstance addFragmentHandleToFiber traverseVisibleInstancesAndTextInstances',
    idle: `commitNewChildToFragmentInstances commitFragmentInstanceInsertionEffects
      commitFragmentInstanceDeletionEffects`,
  },
  'title, link, meta, style and script as elements, preload and preinit': {
    never: `getResource createHoistableInstance acquireResource mountHoistable suspendResource
      getHydratableHoistableCache insertSuspendedStylesheets preconnectAs preload preloadModule
      preinitStyle preinitScript preinitModuleScript`,
  },
  useActionState: { never: 'mountActionState updateActionState rerenderActionState' },
  SuspenseList: { never: 'updateSuspenseListComponent cutOffTailIfNeeded' },
  'custom elements': { never: 'setPropOnCustomElement' },
  'a commit that waits for sheets and pictures': {
    idle: 'accumulateSuspenseyCommitOnFiber waitForCommitToBeReady',
  },
  'actions of forms and their state': { idle: 'startHostTransition requestFormReset' },
  // Names of functions that the build has shortened, for a log that nobody reads.
  'component stacks': { idle: 'getStackByFiberInDevAndProd' },
}

/** What React exports for features that are left out. */
export const leftOut = /^(unstable_)?(ViewTransition|SuspenseList|useActionState)$/

const wordsOf = (text = '') => text.split(/\s+/).filter(Boolean)

function replaced(code: string, name: string, body: string): string {
  const own = new RegExp(`^function ${name}\\([^]*?\\n}\\n`, 'm')
  if (!own.test(code)) throw new Error(`react-dom has no function ${name} (leanReact.ts).`)
  return code
    .replace(own, `function ${name}() { ${body} }\n`)
    .replace(new RegExp(`^${name}\\.prototype\\.[^]*?\\n};\\n`, 'gm'), '')
}

/** The library without those parts. */
export function lean(code: string): string {
  let rest = code
  for (const { never, idle } of Object.values(FEATURES)) {
    for (const name of wordsOf(never)) rest = replaced(rest, name, 'leftOut()')
    for (const name of wordsOf(idle)) rest = replaced(rest, name, 'return null')
  }
  return `${rest}
function leftOut() { throw Error("React without this part: see leanReact.ts") }
`
}

/** Leaves out what nothing of the app uses. */
export const leanReact: Plugin = {
  name: 'tianping-lean-react',
  apply: 'build',
  enforce: 'pre',
  buildStart() {
    const { version } = require('react-dom/package.json') as { version: string }
    if (version !== READ) this.error(`leanReact.ts was written for react-dom ${READ}.`)
  },
  transform: {
    filter: { id: CLIENT },
    handler: code => ({ code: lean(code), map: null }),
  },
}
