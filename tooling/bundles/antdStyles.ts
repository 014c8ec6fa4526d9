import { createRequire } from 'node:module'
import { parse, type AtRule } from 'postcss'
import type { Plugin, Rolldown } from 'vite'

/** What all of antd's components look like, by antd itself. */
const SHEET = createRequire(import.meta.url).resolve('antd/dist/antd.css')

/**
 * The components that are drawn, by the sheet that has their rules: `first` comes before anything
 * is drawn, `rooms` before the first room. Motions and waves are antd's own parts.
 */
const DRAWN = {
  first: `alert button dropdown fade input message motion move popover slide space spin tooltip
    wave zoom`.split(/\s+/),
  rooms: `checkbox drawer empty input-number modal pagination progress radio segmented select
    switch table tag`.split(/\s+/),
}
/** Pages that come before any room. Other parts that come late follow one, or ask for its sheet. */
const BEFORE_ROOMS = ['LoginPage']
/** Their code comes along with components that are drawn; they are not. */
const NEVER_DRAWN = ['menu', 'skeleton', 'tree']
type Sheet = keyof typeof DRAWN

const isOf = (name: string, part: string) => {
  const head = `ant-${part === 'button' ? 'btn' : part}`
  return name === head || name.startsWith(`${head}-`)
}

/** The sheet that draws a class; none for what is not drawn, such as text from right to left. */
function sheetOf(name: string): Sheet | undefined {
  const isDrawn = (part: string) => isOf(name, part)
  if (name.endsWith('-rtl')) return undefined
  // `input-number` begins like `input`.
  if (DRAWN.rooms.some(isDrawn)) return 'rooms'
  return DRAWN.first.some(isDrawn) ? 'first' : undefined
}

/** Without what the selector asks to be missing. */
const classesOf = (selector: string): string[] =>
  selector.replace(/:not\([^()]*\)/g, '').match(/(?<=\.)ant-[\w-]+/g) ?? []

/** A rule stands in the last sheet that it needs, and a rule for plain elements in the first. */
function standsIn(sheet: Sheet, selector: string): boolean {
  const sheets = classesOf(selector).map(sheetOf)
  if (/\.css-var-|\.data-ant-/.test(selector) || sheets.includes(undefined)) return false
  return sheets.includes('rooms') === (sheet === 'rooms')
}

/** antd's own sheet with the rules of one of ours. */
export function rulesOf(sheet: Sheet, code: string): string {
  const root = parse(code)
  root.walkAtRules('keyframes', rule => void (sheet === 'rooms' && rule.remove()))
  root.walkRules(rule => {
    if (rule.parent?.type === 'atrule' && (rule.parent as AtRule).name === 'keyframes') return
    const selectors = rule.selectors.filter(each => standsIn(sheet, each))
    if (selectors.length === 0) rule.remove()
    else rule.selectors = selectors
  })
  root.walkAtRules(rule => void (rule.nodes?.length === 0 && rule.remove()))
  return root.toString()
}

/** What writes rules in the browser: its second argument makes them. */
const MAKERS = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook'])
const STYLE = /[\\/]antd[\\/]es[\\/](?<part>[\w-]+)[\\/]style[\\/][\w-]+\.js$/
type Code = { type: string; start: number; end: number }
type Call = Code & { callee: { name?: string }; arguments: Code[] }

function callsOfMakers(at: unknown): Call[] {
  if (Array.isArray(at)) return at.flatMap(callsOfMakers)
  if (typeof at !== 'object' || at === null) return []
  const inner = Object.values(at).flatMap(callsOfMakers)
  const call = at as Call
  const isOne = call.type === 'CallExpression' && MAKERS.has(call.callee.name ?? '')
  return isOne ? [call, ...inner] : inner
}

/** The module without the functions that make rules: nothing calls them (`zeroRuntime`). */
export function withoutRules(code: string, parsed: unknown): string {
  const makers = callsOfMakers(parsed).flatMap(call => call.arguments[1] ?? [])
  return makers
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}null${text.slice(end)}`, code)
}

type Chunk = Pick<Rolldown.OutputChunk, 'name' | 'fileName' | 'isEntry' | 'imports'> & {
  modules: Record<string, Pick<Rolldown.RenderedModule, 'renderedLength'>>
}

/** The components whose code the chunks hold. */
const drawnIn = (chunks: readonly Chunk[]): string[] =>
  chunks.flatMap(({ modules }) =>
    Object.entries(modules).flatMap(([id, { renderedLength }]) => {
      const part = STYLE.exec(id)?.groups?.['part']
      return part && renderedLength > 0 ? [part] : []
    }),
  )

/** The chunks that run before a room does. */
function firstChunks(all: readonly Chunk[]): Chunk[] {
  const found = new Set(all.filter(({ name, isEntry }) => isEntry || BEFORE_ROOMS.includes(name)))
  for (const { imports } of found)
    for (const each of all) if (imports.includes(each.fileName)) found.add(each)
  return [...found]
}

/** Refuses a build that draws a component without its rules, or before they come. */
export function checkDrawn(chunks: readonly Chunk[]): void {
  const known = [...DRAWN.first, ...DRAWN.rooms, ...NEVER_DRAWN]
  const unknown = drawnIn(chunks).filter(part => !known.includes(part))
  const late = drawnIn(firstChunks(chunks)).filter(part => DRAWN.rooms.includes(part))
  const says = (parts: string[], of: string) =>
    parts.length === 0 ? [] : [`${[...new Set(parts)].join(', ')}: ${of}`]
  const wrong = [
    ...says(unknown, 'in no sheet of antdStyles.ts'),
    ...says(late, 'drawn before a room, in the sheet of rooms (antdStyles.ts)'),
  ]
  if (wrong.length > 0) throw new Error(`antd's styles: ${wrong.join('; ')}.`)
}

/**
 * antd's styles as two sheets, `virtual:antd/first.css` and `virtual:antd/rooms.css`, in place of
 * rules that components write while they are drawn the first time
 * (docs/decisions/0245-antds-styles-are-sheets.md).
 */
export const antdStyles: Plugin = {
  name: 'tianping-antd-styles',
  enforce: 'pre',
  resolveId(source) {
    const sheet = /^virtual:antd\/(.+)\.css$/.exec(source)?.[1]
    return sheet === undefined ? null : `${SHEET}?${sheet}`
  },
  transform(code, id) {
    if (id.startsWith(`${SHEET}?`)) return { code: rulesOf(id.split('?')[1] as Sheet, code) }
    if (this.environment.mode !== 'build' || !STYLE.test(id)) return null
    return { code: withoutRules(code, this.parse(code)), map: null }
  },
  generateBundle(_, bundle) {
    checkDrawn(Object.values(bundle).filter(each => each.type === 'chunk'))
  },
}
