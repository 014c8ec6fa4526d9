// Which tests watch over which sources, the nearest first: a mutant that the first file notices
// costs no more than that file.
import { globSync } from 'node:fs'
import { root } from '../root.ts'

type Module = { sources: readonly string[]; tests: readonly string[]; project: 'db' | 'unit' }

const server = 'apps/server/src'
const tests = (...names: string[]) => names.map(name => `apps/server/test/${name}`)

export const MODULES: Readonly<Record<string, Module>> = {
  ledger: {
    sources: [`${server}/ledger/*.ts`, 'apps/server/migrations/01{1,2,3,5}_*.sql'],
    tests: tests('ledger'),
    project: 'db',
  },
  verdicts: {
    sources: [`${server}/areas/cashier/callback.ts`],
    tests: tests('cashier/deposit.test.ts', 'cashier'),
    project: 'db',
  },
  cashier: {
    sources: [`${server}/areas/cashier/**/*.ts`],
    tests: tests('cashier', 'console'),
    project: 'db',
  },
  wallet: {
    sources: [`${server}/areas/wallet/**/*.ts`, `${server}/areas/venues/**/*.ts`],
    tests: tests('wallet', 'venues'),
    project: 'db',
  },
  promotions: {
    sources: [`${server}/areas/{activity,agent,bonus,rebate,redpacket,turnover,vip}/**/*.ts`],
    tests: tests('activity', 'agent', 'redpacket', 'engines'),
    project: 'db',
  },
  protection: {
    sources: [`${server}/areas/{protection,responsible,holds}/**/*.ts`],
    tests: tests('protection'),
    project: 'db',
  },
  security: {
    sources: [`${server}/kernel/{operator,security,secondFactor}/**/*.ts`],
    tests: tests('security', 'http', 'console'),
    project: 'db',
  },
  rules: {
    sources: ['packages/contract/src/**/rules.ts', 'packages/money/src/*.ts'],
    tests: ['packages/contract', 'packages/money', 'apps/member/test/unit'],
    project: 'unit',
  },
}

export const sourcesOf = ({ sources }: Module): string[] =>
  sources.flatMap(pattern => globSync(pattern, { cwd: root })).toSorted()

/** The module of a path: the first that lists it. */
export const moduleOf = (path: string): Module | undefined =>
  Object.values(MODULES).find(module => sourcesOf(module).includes(path))
