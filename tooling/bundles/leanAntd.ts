import type { Plugin } from 'vite'

/**
 * Every dialog of antd reads a context of its forms, which comes with all of them: 13 KiB that the
 * back office, whose forms are its own, would load before its first room.
 */
export const leanAntd: Plugin = {
  name: 'tianping-lean-antd',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source !== '@rc-component/form' || !importer?.endsWith('/antd/es/form/context.js'))
      return null
    return this.resolve('@rc-component/form/es/FormContext.js', importer, { skipSelf: true })
  },
}
