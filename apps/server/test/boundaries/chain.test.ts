// Payments on a chain of the test's own: confirmations, dust and sweeps.
import { rows, sql } from '@tianping/database'
import { afterAll, describe } from 'vitest'
import { runSigner } from '../../src/areas/chain/chain.ts'
import { order } from '../cashier/support.ts'
import { openChainSite, readAll, USDT } from '../chain/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { examine, inDatabase, onFigure } from './examine.ts'
import { paymentEdges } from './tables/outside.ts'

const { site, clock, owner, mine, send } = await openChainSite()
afterAll(() => assertBooksHold(owner))

const BLOCKS = 3
/** A member with an address of their own. */
async function payer() {
  const member = await site.member()
  const usdt = { paytype: 'usdt', catepay: 'ERC20' }
  const deposit_no = await order(site, member.token, 730, usdt)
  const { data } = await site.call<{ cardlist: { mch_id: string } }>('POST /api/payinfo', {
    deposit_no,
  })
  return { ...member, address: data.cardlist.mch_id }
}
/** What a payment has become once its block and so many after it are there. */
async function paid(units: bigint, blocks: number) {
  const { memberId, address } = await payer()
  await send(address, units)
  if (blocks > 1) await mine(blocks - 1)
  await readAll(site)
  const [found] = await rows(
    owner,
    sql<{ state: string }>`select state from chain_transfer where member_id = ${memberId}`,
  )
  return { memberId, state: found!.state }
}

describe('a payment on the chain', () => {
  examine(
    paymentEdges,
    {
      'chain.confirmations[].blocks': onFigure(
        async blocks => (await paid(10n * USDT, blocks)).state,
      ),
      'chain.dustUsdt': onFigure(
        async (_usdt, step) => (await paid(2n * USDT + BigInt(step), BLOCKS)).state,
      ),
      // The signer is not there: what counts is whether it is asked to empty the address.
      'chain.sweepFromUsdt': onFigure(async (_usdt, step) => {
        const { memberId } = await paid(70n * USDT + BigInt(step), BLOCKS)
        await runSigner(site.services)
        const asked = await rows(
          owner,
          sql`select from chain_task where kind = 'sweep' and member_id = ${memberId}`,
        )
        return asked.length > 0 ? 'swept' : ''
      }),
    },
    inDatabase({
      db: owner,
      now: () => clock.now(),
      bases: {
        chain: { confirmations: [{ fromUsdt: 0, blocks: BLOCKS }], sweepFromUsdt: 0 },
      },
    }),
  )
})
