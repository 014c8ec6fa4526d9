// Every statement that the sources can send, found by reading them: a template is followed through
// the fragments it inserts, wherever these are declared, and once for every way its conditions can
// fall.
import {
  SyntaxKind,
  type BinaryExpression,
  type CallExpression,
  type Expression,
  type Node,
  type SourceFile,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import type { Column, Kind } from './compare.ts'
import { descendants, type FunctionNode, type Source } from './source.ts'

/** The text that PostgreSQL receives, and what may be bound to each `$n`. */
export type Shape = { text: string; parameters: Kind[][] }
export type Statement = { place: string; row: Column[] | null; shapes: Shape[] }
export type Found = { statements: Statement[]; unreadable: string[] }

const MOST_SHAPES = 4_096

/** Picks one of `count` ways; the same condition falls the same way everywhere in a statement. */
type Choose = (condition: string, count: number) => number

/** Runs `work` once for every sequence of choices that it can meet. */
export function* everyWay<T>(work: (choose: Choose) => T): Generator<T> {
  let planned: number[] = []
  for (;;) {
    const made: { pick: number; count: number }[] = []
    const picks = new Map<string, number>()
    yield work((condition, count) => {
      const key = `${count} ${condition}`
      const before = picks.get(key)
      if (before !== undefined) return before
      const pick = planned[made.length] ?? 0
      made.push({ pick, count })
      picks.set(key, pick)
      return pick
    })
    let last = made.pop()
    while (last && last.pick + 1 === last.count) last = made.pop()
    if (!last) return
    planned = [...made.map(({ pick }) => pick), last.pick + 1]
  }
}

/** An expression with what the parameters of the functions around it stand for. */
type Closure = { node: Node; env: Env }
type Env = ReadonlyMap<Node, Closure>

const isFunction = (node: Node): node is FunctionNode =>
  is.isArrowFunction(node) || is.isFunctionDeclaration(node) || is.isFunctionExpression(node)

/** What stands around an expression without changing its value. */
const isWrapped = (node: Node): node is Node & { expression: Expression } =>
  is.isParenthesizedExpression(node) ||
  is.isAsExpression(node) ||
  is.isSatisfiesExpression(node) ||
  is.isNonNullExpression(node) ||
  is.isAwaitExpression(node)

class Unreadable extends Error {}

function functionAround(node: Node): FunctionNode | undefined {
  for (let at = node.parent; at; at = at.parent) if (isFunction(at)) return at
  return undefined
}

function* ownReturns(node: Node): Generator<Expression> {
  if (isFunction(node)) return
  if (is.isReturnStatement(node) && node.expression) yield node.expression
  const children: Node[] = []
  node.forEachChild(child => {
    children.push(child)
  })
  for (const child of children) yield* ownReturns(child)
}

const nameOf = (node: Node): string =>
  is.isIdentifier(node) || is.isStringLiteral(node) ? node.text : node.getText()

class Reader {
  readonly #source: Source
  readonly #files: SourceFile[]
  readonly #choose: Choose
  /** Templates that were inserted into another one. */
  readonly fragments = new Set<Node>()
  readonly shape: Shape = { text: '', parameters: [] }

  constructor(source: Source, files: SourceFile[], choose: Choose) {
    this.#source = source
    this.#files = files
    this.#choose = choose
  }

  /** Appends what a template says. */
  template(node: TaggedTemplateExpression, env: Env): void {
    if (is.isNoSubstitutionTemplateLiteral(node.template)) {
      this.shape.text += node.template.text
      return
    }
    this.shape.text += node.template.head.text
    for (const { expression, literal } of node.template.templateSpans) {
      if (this.#source.isSql(expression)) this.piece({ node: expression, env })
      else this.parameter(expression)
      this.shape.text += literal.text
    }
  }

  private parameter(node: Expression): void {
    const type = this.#source.typeOf(node)
    this.shape.text += `$${this.shape.parameters.push(type ? this.#source.kindsOf(type) : ['unknown'])}`
  }

  private piece(written: Closure): void {
    const { node, env } = this.value(written)
    if (is.isTaggedTemplateExpression(node)) {
      this.fragments.add(node)
      this.template(node, env)
    } else if (is.isCallExpression(node))
      this.helper(node.expression.getText(), [...node.arguments], env)
    else throw this.unreadable(node)
  }

  /** The helpers `sql.raw`, `sql.id` and so on, of what is known without running the program. */
  private helper(name: string, given: Expression[], env: Env): void {
    if (name === 'sql.join') this.join(given, env)
    else if (name === 'sql.literal') this.literal(given)
    else if (name === 'sql.raw' || name === 'sql.id') {
      const texts = given.map(each => this.text({ node: each, env }))
      this.shape.text +=
        name === 'sql.raw' ? texts.join('') : texts.map(each => `"${each}"`).join('.')
    } else throw new Unreadable(`${name}(…) is no SQL that can be read`)
  }

  /** A number that its type knows; a number of several is a parameter's business. */
  private literal([node]: Expression[]): void {
    if (node === undefined) return
    const value = this.#source.numberOf(node)
    if (value === undefined) throw this.unreadable(node)
    this.shape.text += String(value)
  }

  private join([list, between]: Expression[], env: Env): void {
    if (list === undefined) return
    this.elements({ node: list, env }).forEach((element, n) => {
      if (n > 0 && between) this.piece({ node: between, env })
      else if (n > 0) this.shape.text += ', '
      this.piece(element)
    })
  }

  private elements(written: Closure): Closure[] {
    const { node, env } = this.value(written)
    if (is.isArrayLiteralExpression(node))
      return node.elements.flatMap(element =>
        is.isSpreadElement(element)
          ? this.elements({ node: element.expression, env })
          : [{ node: element, env }],
      )
    if (is.isCallExpression(node)) return this.mapped(node, env)
    throw this.unreadable(node)
  }

  /** What `list.map(each)` makes of a list that only the running program knows: two of them. */
  private mapped(node: CallExpression, env: Env): Closure[] {
    const [each] = node.arguments
    const isMap =
      is.isPropertyAccessExpression(node.expression) && nameOf(node.expression.name) === 'map'
    if (!isMap || !each || !is.isArrowFunction(each)) throw this.unreadable(node)
    const element = { node: each.body, env }
    return [element, element]
  }

  private text(written: Closure): string {
    const { node } = this.value(written)
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return node.text
    throw this.unreadable(node)
  }

  /** Follows names, calls, properties and conditions to where a value is written. */
  private value({ node, env }: Closure): Closure {
    if (isWrapped(node)) return this.value({ node: node.expression, env })
    if (is.isConditionalExpression(node)) {
      const { condition, whenTrue, whenFalse } = node
      return this.value({ node: this.falls(condition, env) ? whenTrue : whenFalse, env })
    }
    if (is.isIdentifier(node)) return this.named(node, env)
    if (is.isPropertyAccessExpression(node)) {
      const holder = this.value({ node: node.expression, env })
      return this.property(holder, node.name.text) ?? { node, env }
    }
    if (is.isElementAccessExpression(node)) return this.member(node, env)
    if (is.isCallExpression(node)) return this.call(node, env)
    return { node, env }
  }

  private named(node: Node, env: Env): Closure {
    const declaration = this.#source.declarationOf(node)
    return declaration ? this.declared(declaration, env) : { node, env }
  }

  /** Which way a condition falls; parts that are written alike fall alike. */
  private falls(node: Node, env: Env): boolean {
    if (isWrapped(node)) return this.falls(node.expression, env)
    if (is.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      return !this.falls(node.operand, env)
    if (is.isBinaryExpression(node)) return this.combined(node, env)
    const written = is.isIdentifier(node) ? this.initial(node, env) : undefined
    return written ? this.falls(written.node, written.env) : this.#choose(node.getText(), 2) === 0
  }

  /** The condition that a name was given. */
  private initial(name: Node, env: Env): Closure | undefined {
    const declaration = this.#source.declarationOf(name)
    if (declaration === undefined) return undefined
    const bound = env.get(declaration)
    if (bound || !is.isVariableDeclaration(declaration)) return bound
    return declaration.initializer && { node: declaration.initializer, env }
  }

  private combined(node: BinaryExpression, env: Env): boolean {
    const { left, operatorToken, right } = node
    const equal = `${left.getText()} === ${right.getText()}`
    switch (operatorToken.kind) {
      case SyntaxKind.AmpersandAmpersandToken:
        return this.falls(left, env) && this.falls(right, env)
      case SyntaxKind.BarBarToken:
        return this.falls(left, env) || this.falls(right, env)
      case SyntaxKind.EqualsEqualsEqualsToken:
        return this.#choose(equal, 2) === 0
      case SyntaxKind.ExclamationEqualsEqualsToken:
        return this.#choose(equal, 2) === 1
      default:
        return this.#choose(node.getText(), 2) === 0
    }
  }

  private declared(declaration: Node, env: Env): Closure {
    const bound = env.get(declaration)
    if (bound) return this.value(bound)
    if (is.isVariableDeclaration(declaration) && declaration.initializer)
      return this.value({ node: declaration.initializer, env })
    if (is.isParameterDeclaration(declaration)) return this.parameterOf(declaration, env)
    if (is.isBindingElement(declaration)) {
      const holder = this.declared(declaration.parent.parent, env)
      const found = this.property(
        holder,
        nameOf(declaration.propertyName ?? declaration.name ?? declaration),
      )
      if (found) return found
      if (declaration.initializer) return this.value({ node: declaration.initializer, env })
    }
    return { node: declaration, env }
  }

  /** A parameter of the function that the statement stands in: what any of its callers passes. */
  private parameterOf(parameter: Node, env: Env): Closure {
    const around = functionAround(parameter)
    const calls = around ? this.#source.callsOf(around, this.#files) : []
    if (!around || calls.length === 0) return { node: parameter, env }
    const call = calls[this.#choose(`callers of ${this.#source.place(around)}`, calls.length)]
    if (!call) return { node: parameter, env }
    const bound = this.bound(around, [...call.arguments], env).get(parameter)
    return bound ? this.value(bound) : { node: parameter, env }
  }

  private bound(callee: FunctionNode, given: readonly Expression[], env: Env, own = env): Env {
    const all = new Map(own)
    callee.parameters.forEach((parameter, n) => {
      const argument = given[n] ?? parameter.initializer
      if (argument) all.set(parameter, { node: argument, env })
    })
    return all
  }

  private property(holder: Closure, name: string): Closure | undefined {
    if (!is.isObjectLiteralExpression(holder.node)) return undefined
    for (const property of holder.node.properties) {
      if (is.isSpreadAssignment(property) || nameOf(property.name) !== name) continue
      if (is.isPropertyAssignment(property))
        return this.value({ node: property.initializer, env: holder.env })
      if (is.isShorthandPropertyAssignment(property)) {
        const declaration = this.#source.shorthandOf(property)
        if (declaration) return this.declared(declaration, holder.env)
      }
    }
    return undefined
  }

  /** An entry of a table: any of them. */
  private member(node: Node & { expression: Expression }, env: Env): Closure {
    const table = this.value({ node: node.expression, env })
    if (!is.isObjectLiteralExpression(table.node)) return { node, env }
    const names = table.node.properties.flatMap(property =>
      is.isSpreadAssignment(property) ? [] : [nameOf(property.name)],
    )
    const name = names[this.#choose(node.getText(), names.length)]
    return (name === undefined ? undefined : this.property(table, name)) ?? { node, env }
  }

  private call(
    node: Node & { expression: Expression; arguments: readonly Expression[] },
    env: Env,
  ): Closure {
    const callee = this.value({ node: node.expression, env })
    if (!isFunction(callee.node) || !callee.node.body) return { node, env }
    const inside = this.bound(callee.node, [...node.arguments], env, callee.env)
    if (!is.isBlock(callee.node.body)) return this.value({ node: callee.node.body, env: inside })
    const returns = [...ownReturns(callee.node.body)]
    const result =
      returns[this.#choose(`returns of ${this.#source.place(callee.node)}`, returns.length)]
    return result ? this.value({ node: result, env: inside }) : { node, env }
  }

  private unreadable(node: Node): Unreadable {
    return new Unreadable(
      `cannot follow ${node.getText().slice(0, 80)} (${this.#source.place(node)})`,
    )
  }
}

/** What reading one template on its own gave. */
type Reading = {
  template: TaggedTemplateExpression
  shapes: Shape[]
  fragments: Set<Node>
  problem: string | null
}

function readingOf(
  source: Source,
  files: SourceFile[],
  template: TaggedTemplateExpression,
): Reading {
  const shapes = new Map<string, Shape>()
  const fragments = new Set<Node>()
  const ended = (problem: string | null) => ({
    template,
    shapes: [...shapes.values()],
    fragments,
    problem,
  })
  try {
    for (const reader of everyWay(choose => {
      const made = new Reader(source, files, choose)
      made.template(template, new Map())
      return made
    })) {
      for (const fragment of reader.fragments) fragments.add(fragment)
      shapes.set(reader.shape.text, reader.shape)
      if (shapes.size > MOST_SHAPES) return ended(`more than ${MOST_SHAPES} shapes`)
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return ended(error.message)
  }
  return ended(null)
}

/** All statements in a folder: the templates that no other template inserts. */
export function statementsIn(source: Source, folder: string, apart: string | null = null): Found {
  const files = source.files(folder, apart)
  const readings = files
    .filter(file => file.text.includes('sql'))
    .flatMap(file => [...descendants(file)])
    .filter(is.isTaggedTemplateExpression)
    .filter(({ tag }) => tag.getText() === 'sql')
    .map(template => readingOf(source, files, template))
  const inserted = new Set(readings.flatMap(({ fragments }) => [...fragments]))
  const whole = readings.filter(({ template }) => !inserted.has(template))
  const reached = new Set(whole.flatMap(({ template, fragments }) => [template, ...fragments]))
  return {
    statements: whole.map(({ template, shapes }) => ({
      place: source.place(template),
      row: source.rowOf(template),
      shapes,
    })),
    unreadable: [
      ...whole.flatMap(({ template, problem }) =>
        problem === null ? [] : [`${source.place(template)}: ${problem}`],
      ),
      ...readings
        .filter(({ template }) => !reached.has(template))
        .map(({ template }) => `${source.place(template)}: no statement inserts this fragment`),
    ],
  }
}
