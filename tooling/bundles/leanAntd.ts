import type { Plugin } from 'vite'

const TABLE = /[\\/]@rc-component[\\/]table[\\/]es[\\/]Table\.js$/
const MEASURED = /getTargetScrollBarSize\(\w+\.current\)\.width/g
const BODY = /[\\/]@rc-component[\\/]table[\\/]es[\\/]Body[\\/]index\.js$/
const MEASURES = 'measureColumnWidth && '
const INPUT = /[\\/]@rc-component[\\/]select[\\/]es[\\/]SelectInput[\\/]Input\.js$/
const WIDTH = 'input.scrollWidth'
const WRITES = /[\\/]@ant-design[\\/]cssinjs[\\/]es[\\/]hooks[\\/]useStyleRegister\.js$/
const REGISTER = 'export default function useStyleRegister(info, styleFn) {'
const WRITES_NONE = 'export default function useStyleRegister() {}\nfunction never(info, styleFn) {'

/** Replaces what must be there: another version of a library is read anew before it is built. */
function replaced(code: string, id: string, from: string | RegExp, to: string): { code: string } {
  const done = code.replace(from, to)
  if (done === code) throw new Error(`${id} is not what leanAntd.ts was written for.`)
  return { code: done }
}

/** antd without work that nothing of ours needs. */
export const leanAntd: Plugin = {
  name: 'tianping-lean-antd',
  apply: 'build',
  enforce: 'pre',
  /**
   * Every dialog reads a context of antd's forms, which comes with all of them: 13 KiB that the
   * back office, whose forms are its own, would load before its first room.
   */
  resolveId(source, importer) {
    if (source !== '@rc-component/form' || !importer?.endsWith('/antd/es/form/context.js'))
      return null
    return this.resolve('@rc-component/form/es/FormContext.js', importer, { skipSelf: true })
  },
  transform(code, id) {
    // Each table measures a scroll bar with a style sheet of its own, for headers that are tables
    // apart from their rows (ours stick by CSS): 80 ms of a slow device.
    if (TABLE.test(id)) return replaced(code, id, MEASURED, '0')
    // Each table lays out a row of its own to measure its columns, for several fixed columns on one
    // side; ours have one at most.
    if (BODY.test(id)) return replaced(code, id, MEASURES, 'false && ')
    // A list of several choices measures what is typed in it, also where nothing is: the page is
    // laid out in the middle of drawing it, 25 ms of a slow device.
    if (INPUT.test(id)) return replaced(code, id, WIDTH, `value ? ${WIDTH} : 0`)
    // The rules are in sheets (antdStyles.ts).
    if (WRITES.test(id)) return replaced(code, id, REGISTER, WRITES_NONE)
    return null
  },
}
