// The wallet: what only a browser shows. Its subjects share one stack.
import { expect, test } from 'vitest'
import './wallet/cards.ts'
import './wallet/balances.ts'
import './wallet/deposit.ts'
import './wallet/withdrawal.ts'
import './wallet/transfer.ts'
import { world } from './wallet/world.ts'

test('the browser complained of nothing', () => {
  expect(world.complaints).toEqual([])
})
