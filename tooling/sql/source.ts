// The TypeScript program of the repository, as far as finding SQL in it needs: what a name refers
// to, who calls a function, and what a value is in JavaScript. It is the compiler's own API, still
// marked unstable; the version of TypeScript is pinned.
import { relative } from 'node:path'
import type {
  ArrowFunction,
  CallExpression,
  Expression,
  FunctionDeclaration,
  FunctionExpression,
  Node,
  SourceFile,
} from 'typescript/unstable/ast'
import { isCallExpression, isVariableDeclaration } from 'typescript/unstable/ast/is'
import {
  API,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Program,
  type Project,
  type Symbol,
  type Type,
} from 'typescript/unstable/sync'
import { inRoot, root } from '../root.ts'
import type { Column, Kind } from './compare.ts'

export type FunctionNode = ArrowFunction | FunctionDeclaration | FunctionExpression

/** Primitive types by the flags of the compiler. */
const PRIMITIVES: [TypeFlags, Kind][] = [
  [TypeFlags.AnyOrUnknown, 'unknown'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BigIntLike, 'bigint'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
]

/** Classes whose values are bound and read as they are. */
const CLASSES = new Set(['Date', 'Buffer', 'Uint8Array'])

export function* descendants(node: Node): Generator<Node> {
  yield node
  const children: Node[] = []
  node.forEachChild(child => {
    children.push(child)
  })
  for (const child of children) yield* descendants(child)
}

/** Remembers the answers of a function of one object: each question goes to another process. */
function remembered<K extends object, V>(ask: (key: K) => V): (key: K) => V {
  const answers = new WeakMap<K, { value: V }>()
  return key => {
    let answer = answers.get(key)
    if (answer === undefined) answers.set(key, (answer = { value: ask(key) }))
    return answer.value
  }
}

/** The program; `changed` are texts that files have instead of their own. Close it after use. */
export class Source {
  readonly #api: API
  readonly #program: Program
  readonly #checker: Checker
  readonly #project: Project
  readonly #callers = new Map<Node, CallExpression[]>()
  readonly #counted = new Set<SourceFile>()

  constructor(changed: Record<string, string> = {}) {
    const texts = new Map(Object.entries(changed).map(([path, text]) => [inRoot(path), text]))
    this.#api = new API({ cwd: root, fs: { readFile: path => texts.get(path) } })
    const snapshot = this.#api.updateSnapshot({ openProjects: [inRoot('tsconfig.json')] })
    const [project] = snapshot.getProjects()
    if (project === undefined) throw new Error('TypeScript opened no project.')
    this.#project = project
    this.#program = project.program
    this.#checker = project.checker
  }

  close(): void {
    this.#api.close()
  }

  /** The files of a folder, but for those of `apart`, whose statements are for another database. */
  files(folder: string, apart: string | null = null): SourceFile[] {
    return this.#program
      .getSourceFileNames()
      .filter(name => relative(root, name).startsWith(folder))
      .filter(name => apart === null || relative(root, name) !== apart)
      .flatMap(name => this.#program.getSourceFile(name) ?? [])
  }

  readonly typeOf = remembered((node: Node): Type | undefined =>
    this.#checker.getTypeAtLocation(node),
  )

  /** The declaration that a name stands for, through imports. */
  readonly declarationOf = remembered((name: Node): Node | undefined =>
    this.declared(this.#checker.getSymbolAtLocation(name)),
  )

  /** The declaration of `name` in `{ name }`. */
  readonly shorthandOf = remembered((property: Node): Node | undefined =>
    this.declared(this.#checker.getShorthandAssignmentValueSymbol(property)),
  )

  private declared(symbol: Symbol | undefined): Node | undefined {
    if (symbol === undefined) return undefined
    const imported = (symbol.flags & SymbolFlags.Alias) !== 0
    const original = imported ? this.#checker.getAliasedSymbol(symbol) : symbol
    return original.valueDeclaration?.resolve(this.#project)
  }

  readonly isSql = remembered((node: Node): boolean => {
    const type = this.typeOf(node)
    const all = type?.isUnionType() ? type.getTypes() : [type]
    return all.some(each => each?.getSymbol()?.name === 'Sql')
  })

  /** What values of a type are in JavaScript, each kind once. */
  readonly kindsOf = remembered((type: Type): Kind[] => {
    if (type.isUnionType()) return [...new Set(type.getTypes().flatMap(this.kindsOf))]
    const primitive = PRIMITIVES.find(([flag]) => type.flags & flag)
    if (primitive) return [primitive[1]]
    if (type.isIntersectionType()) {
      const parts = type.getTypes().flatMap(this.kindsOf)
      return [parts.find(kind => kind !== 'object') ?? 'object']
    }
    if (this.#checker.isArrayType(type) && type.isTypeReference())
      return this.#checker
        .getTypeArguments(type)
        .flatMap(this.kindsOf)
        .map(kind => `${kind}[]`)
    const name = type.getSymbol()?.name ?? ''
    return [CLASSES.has(name) ? name : 'object']
  })

  /** The number that an expression always has, by its type. */
  numberOf(node: Node): number | undefined {
    const type = this.typeOf(node)
    return type?.isNumberLiteralType() ? type.value : undefined
  }

  /** The row type of a statement; null where none is given. */
  rowOf(template: Expression): Column[] | null {
    const type = this.typeOf(template)
    const [row] = type?.isTypeReference() ? this.#checker.getTypeArguments(type) : []
    if (row === undefined || row.flags & TypeFlags.AnyOrUnknown) return null
    return this.#checker.getPropertiesOfType(row).map(property => {
      const value = this.#checker.getTypeOfSymbol(property)
      return {
        name: property.name,
        kinds: value ? this.kindsOf(value) : ['unknown'],
        optional: (property.flags & SymbolFlags.Optional) !== 0,
      }
    })
  }

  /** The calls of a function in some files. */
  callsOf(declaration: Node, among: SourceFile[]): CallExpression[] {
    for (const file of among) if (!this.#counted.has(file)) this.countCalls(file)
    const named = isVariableDeclaration(declaration.parent) ? declaration.parent : declaration
    return this.#callers.get(named) ?? []
  }

  private countCalls(file: SourceFile): void {
    this.#counted.add(file)
    const calls = [...descendants(file)].filter(isCallExpression)
    const symbols = this.#checker.getSymbolAtLocation(calls.map(call => call.expression))
    for (const [n, call] of calls.entries()) {
      const callee = this.declared(symbols[n])
      if (callee) this.#callers.set(callee, [...(this.#callers.get(callee) ?? []), call])
    }
  }

  /** Where a node stands, as `path:line`. */
  place(node: Node): string {
    const file = node.getSourceFile()
    const line = file.text.slice(0, node.getStart()).split('\n').length
    return `${relative(root, file.fileName)}:${line}`
  }
}
