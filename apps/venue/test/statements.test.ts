import { expect, test } from 'vitest'
import { checkStatements } from '../../../tooling/sql/check.ts'
import { freshDatabase } from '../../../tooling/test/database.ts'

const { url } = await freshDatabase('venue')

test('every statement fits the database: its parameters, its columns and their types', async () => {
  const { statements, mistakes } = await checkStatements('apps/venue/server/', url)
  expect(mistakes).toEqual([])
  expect(statements).toBeGreaterThan(100)
})
