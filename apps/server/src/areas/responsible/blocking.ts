import { blockKinds } from '@tianping/contract/protection/facts'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { announce } from '../delivery/delivery.ts'
import { addBlock, blockAlike, lockRow, type Block } from '../protection/protection.ts'

type New = Parameters<typeof addBlock>[1]

/**
 * Blocks a member, under the locks that every deposit and every transfer takes: what came before is
 * seen, what comes after is refused. The member is told. `alike` are other accounts of the same
 * person that are blocked with it; games of all are for the caller to end, after the commit.
 */
export async function blockMember(
  { outward }: Pick<Services, 'outward'>,
  tx: Tx,
  block: New,
): Promise<{ block: Block; alike: bigint[] }> {
  await lockRow(tx, block.memberId)
  await lockMember(tx, block.memberId)
  const added = await addBlock(tx, block)
  const { memberId, kind, endsService, setAt: now } = block
  const alike = kind === 'exclusion' || endsService ? await blockAlike(tx, { memberId, now }) : []
  await announce(tx, outward, {
    memberId: block.memberId,
    kind: 'protection',
    title: `${blockKinds[block.kind]}已生效`,
    text: `自 ${beijing(block.setAt)} 起${added.until ? `至 ${beijing(added.until)}` : ''}，您的账户不能存款、转入场馆与游戏，取款不受影响。`,
    at: block.setAt,
  })
  return { block: added, alike }
}
