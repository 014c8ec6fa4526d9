// A release works beside the schema of the next one, so that servers are replaced one by one
// (docs/how-to/change-a-table.md).
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRoot } from '../root.ts'

const FOLDER = 'apps/server/migrations'
/** The last migration of a release that was not replaced one by one. */
const LAST_BEFORE_RULE = 201
/** Takes something from the release before, or demands something of it. */
const CONTRACTS = [
  /\bdrop\s+(?:table|column|view|type|schema|function|sequence|trigger)\b/i,
  /\brename\b/i,
  /\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i,
  /\bset\s+not\s+null\b/i,
  /\badd\s+column\b(?=[^,;]*\bnot\s+null\b)(?![^,;]*\b(?:default|generated)\b)/i,
]
/** Why the release before can do without it: `-- contract: nothing reads limit_fen since 0.3.0`. */
const NOTE = /^-- contract: \S.{15,}$/m

const withoutComments = (text: string) => text.replace(/--.*$/gm, '')

/** What breaks the release before and says no reason. */
const breaksIn = (text: string): string[] =>
  NOTE.test(text)
    ? []
    : CONTRACTS.flatMap(each => each.exec(withoutComments(text))?.[0].replace(/\s+/g, ' ') ?? [])

test.each([
  ['alter table member drop column old', ['drop column']],
  ['alter table member rename column a to b', ['rename']],
  ['alter table card alter column phone type bytea using null', ['alter column phone type']],
  ['alter table card alter phone set not null', ['set not null']],
  ['alter table card add column bank text not null', ['add column']],
  ["alter table card add column bank text not null default ''", []],
  ['alter table card add column no bigint not null generated always as identity', []],
  ['drop function erase_member(bigint)', ['drop function']],
  ['alter table risk_flag drop constraint risk_flag_kind_check', []],
  ['-- drop table x', []],
  ['-- contract: nothing has read it since 0.3.0\ndrop table x', []],
  ['-- contract:\ndrop table x', ['drop table']],
])('%s', (text, found) => expect(breaksIn(text)).toEqual(found))

test('a new migration takes nothing from the release before it, or says why it may', () => {
  const files = readdirSync(inRoot(FOLDER)).filter(
    name => name.endsWith('.sql') && Number(name.slice(0, 3)) > LAST_BEFORE_RULE,
  )
  const found = files.flatMap(name =>
    breaksIn(readFileSync(inRoot(FOLDER, name), 'utf8')).map(each => `${name}: ${each}`),
  )
  expect(found, 'docs/how-to/change-a-table.md says what to do').toEqual([])
})
