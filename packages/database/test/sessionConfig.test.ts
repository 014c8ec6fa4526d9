import { expect, test } from 'vitest'
import { sessionConfig } from '../src/connect.ts'

test('the role stands whatever session options an address carries; they stand beside it', () => {
  expect(sessionConfig('postgres://p@127.0.0.1:5432/t', { role: 'tianping_app' })).toMatchObject({
    connectionString: 'postgres://p@127.0.0.1:5432/t',
    options: '-c role=tianping_app',
  })
  expect(
    sessionConfig(
      'postgres://p@127.0.0.1:5432/t?options=-c%20synchronous_commit%3Doff&sslmode=disable',
      { role: 'tianping_app' },
    ),
  ).toMatchObject({
    connectionString: 'postgres://p@127.0.0.1:5432/t?sslmode=disable',
    options: '-c synchronous_commit=off -c role=tianping_app',
  })
  expect(sessionConfig('postgres://p@127.0.0.1:5432/t')).not.toHaveProperty('options')
})
