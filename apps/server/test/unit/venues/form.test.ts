import { expect, test } from 'vitest'
import { connectionOf } from '../../../src/areas/venues/console/form.ts'

const typed = {
  platname: 'FG',
  version: 1,
  adapter: 'v1',
  endpoint: 'https://venue.example',
  merchant: 'm1',
  feed_seconds: 5,
  max_transfer: '0',
  exposure: '0',
  window_day: 0,
  window_from: '04:00',
  window_until: '06:00',
} as unknown as Parameters<typeof connectionOf>[0]
const refused = (change: object) => {
  try {
    connectionOf({ ...typed, ...change }, null)
    return ''
  } catch (refusal) {
    return (refusal as Error).message
  }
}

test.each([
  ['feed_seconds', [0, 1, 60, 61], '注单读取间隔（秒）'],
  ['window_day', [-1, 0, 7, 8], '维护日'],
  ['max_transfer', ['-0.01', '0', '10000000000', '10000000000.01'], '单次转入上限'],
  ['exposure', ['-0.01', '0', '10000000000', '10000000000.01'], '会员余额总上限'],
])('%s of a connection is taken at its least and at its most', (field, values, label) => {
  const said = values.map(value => refused({ [field]: value }))
  expect(said).toEqual([expect.stringContaining(label), '', '', expect.stringContaining(label)])
})
