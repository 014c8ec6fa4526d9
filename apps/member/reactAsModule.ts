import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import { leftOut } from '../../tooling/bundles/leanReact.ts'

const REACT = '\0module:'
const require = createRequire(import.meta.url)

/** What a store shows while the server's picture is taken over is what it shows now. */
const STORE =
  'export const useSyncExternalStore = (watch, read) => all.useSyncExternalStore(watch, read, read)'

/**
 * React comes as CommonJS. Behind a module that names its exports, each use is a plain name, and no
 * file but its own needs the interop helper.
 */
export const reactAsModule: Plugin = {
  name: 'tianping-react-as-module',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    /^react(\/jsx-runtime)?$/.test(source) &&
    importer !== undefined &&
    !importer.startsWith(REACT) &&
    !/[\\/](react|react-dom|scheduler)[\\/]/.test(importer)
      ? REACT + source
      : null,
  load: id => {
    if (!id.startsWith(REACT)) return null
    const source = id.slice(REACT.length)
    const names = Object.keys(require(source) as object)
    const shared = names.filter(name => !leftOut.test(name))
    const plain = shared.filter(name => name !== 'useSyncExternalStore')
    return [
      `import all from '${source}'`,
      `export const { ${plain.join(', ')} } = all`,
      ...(plain.length < shared.length ? [STORE] : []),
    ].join('\n')
  },
}
