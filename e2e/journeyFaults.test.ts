import { rows, sql } from '@tianping/database'
import { expect, test } from 'vitest'
import { assertBooksHold } from '../apps/server/test/support/books.ts'
import { armFaults } from './support/faults.ts'
import * as walk from './support/journey.ts'
import { openWorld } from './support/stack.ts'

const world = await openWorld({ faults: true })

test('the same journey with a venue that loses answers, repeats itself and is slow: nothing is lost, nothing counts twice', async () => {
  await armFaults(world.venueUrl, [
    // The way in: done, and the answer lost. The way home: done, and answered with an error.
    { kind: 'drop_after', endpoint: 'transfer', count: 1 },
    { kind: 'error_after', endpoint: 'transfer', count: 1 },
    { kind: 'feed_duplicate', endpoint: 'bets', probability: 0.5 },
    { kind: 'feed_overlap', endpoint: 'bets', probability: 0.3 },
    { kind: 'feed_late', endpoint: 'bets', probability: 0.3 },
    { kind: 'delay', probability: 0.3, delay_ms: 300 },
  ])
  const phone = await world.phone()
  await walk.lookAround(phone)
  await walk.register(phone, world.url)
  await walk.bindCards(phone, world.url)
  await walk.setTurnoverTimes(world, 0)
  await walk.depositByRedirect(phone, world.url, { method: /云闪付/, amount: '500', first: true })
  await walk.setTurnoverTimes(world, 1)
  await walk.depositByOrder(phone, world.url, '支付宝', '200')

  await walk.moveMoney(phone, world)
  const lost = await rows(
    world.db,
    sql<{ txId: string }>`
    select distinct tx_id from venue_transfer_answer join member m using (member_id)
    where m.name = ${walk.member.name} and asked <> 'put_player'`,
  )
  expect(
    lost.length,
    'the faults struck: transfers were unknown and had to be asked for',
  ).toBeGreaterThanOrEqual(2)
  await walk.play(phone, world, 2)
  await armFaults(world.venueUrl, [{ kind: 'bad_signature', endpoint: 'transfer', count: 1 }])
  await walk.recycle(phone, world)
  await walk.withdraw(phone, world, '银行卡取款', '100')
  const desk = await world.desk()
  await walk.logInAtDesk(desk)
  await walk.review(desk, world, 'withdrawals', '银行卡', 'reject')
  await walk.readRecords(phone, world)
  await assertBooksHold(world.db)
  expect(world.complaints, 'the browser complained of nothing').toEqual([])
})
