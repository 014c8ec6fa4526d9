import { expect, test } from 'vitest'
import { assertBooksHold } from '../apps/server/test/support/books.ts'
import * as walk from './support/journey.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld()

test('a member registers, binds, deposits, moves, plays, withdraws; operators review; the books hold', async () => {
  const phone = await world.phone()
  await walk.lookAround(phone)
  await walk.register(phone, world.url)
  await walk.bindCards(phone, world.url)

  await walk.setTurnoverTimes(world, 0)
  await walk.depositByBank(phone, world.url, '500')
  const desk = await world.desk()
  await walk.logInAtDesk(desk)
  await walk.review(desk, world, 'deposits', '银行卡', 'approve')
  await walk.setTurnoverTimes(world, 1)
  await walk.depositByOrder(phone, world.url, '微信', '100')
  await walk.depositByOrder(phone, world.url, 'USDT', '100')
  await walk.setTurnoverTimes(world, 0)
  await walk.depositByRedirect(phone, world.url, { method: /支付宝小额/, amount: '100' })

  await walk.moveMoney(phone, world)
  await walk.play(phone, world, 2)
  await walk.recycle(phone, world)
  await walk.withdraw(phone, world, '银行卡取款', '100')
  await walk.withdraw(phone, world, 'USDT取款', '150')
  await walk.review(desk, world, 'withdrawals', '银行卡', 'approve')
  await walk.review(desk, world, 'withdrawals', 'USDT', 'reject')
  await walk.readRecords(phone, world)
  await walk.lookItUp(desk, world)
  await assertBooksHold(world.db)
  expect(world.complaints, 'the browser complained of nothing').toEqual([])
})
