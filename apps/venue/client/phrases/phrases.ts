// What games say of their own, rules and names of bets included, in another language. They are
// written in Chinese; where a launch asks for another language, each text is put into it as it is
// drawn. What the shared parts say has names instead (../words).
import { Fragment, options, type VNode } from 'preact'
import { phraserOf, type Phrases } from './phraser.ts'

const SAID = ['aria-label', 'title', 'placeholder', 'alt'] as const

type Props = Record<string, unknown> & { children?: unknown }
/** A bead of a road or of a row: it has room for one letter. */
const isBead = ({ type, props }: VNode) => {
  const { children, className } = props as Props
  const isRound = type === 'text' || (typeof className === 'string' && /^bead\b/.test(className))
  return isRound && typeof children === 'string' && children.length === 1
}
const isText = (child: unknown) => typeof child === 'string' || typeof child === 'number'
const isNothing = (child: unknown) => child === null || child === undefined || child === false

/**
 * Every text that is drawn from now on is in the language; components pass theirs on. Answers what
 * puts a single text into it.
 */
export function drawIn(phrases: Phrases): (text: string) => string {
  const said = phraserOf(phrases)
  /** A line of texts and numbers is one text; elsewhere each text is by itself. */
  const drawn = (children: unknown): unknown => {
    if (typeof children === 'string') return said(children)
    if (!Array.isArray(children)) return children
    if (children.every(child => isText(child) || isNothing(child))) {
      const line = children.filter(isText).join('')
      const put = said(line)
      if (put !== line) return put
    }
    return children.map(drawn)
  }
  const before = options.vnode
  options.vnode = (vnode: VNode) => {
    // A text that a component answers with is a node without a type.
    if (typeof vnode.props === 'string') {
      Object.assign(vnode, { props: said(vnode.props) })
      return before?.(vnode)
    }
    const props = vnode.props as Props
    if (vnode.type === Fragment) props.children = drawn(props.children)
    if (typeof vnode.type === 'string') {
      for (const name of SAID) if (typeof props[name] === 'string') props[name] = said(props[name])
      const line = drawn(props.children)
      props.children = isBead(vnode) && typeof line === 'string' ? line.slice(0, 1) : line
    }
    before?.(vnode)
  }
  return said
}
