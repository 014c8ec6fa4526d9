// A second node, of another operator. A node that lies alone credits nobody: what it told waits
// until the other one knows the same block.
import { lower } from '@tianping/evm'
import type { Services } from '../../kernel/http/services.ts'
import type { Chain } from './connection.ts'
import { headers } from './scan.ts'
import { noteDisagreement } from './store/cursor.sql.ts'
import type { ChainTransfer } from './store/transfer.sql.ts'

type Asking = Pick<Services, 'db' | 'log'> & { chain: Chain }

/**
 * Those of the transfers whose block the witness knows by the same hash. While it does not answer
 * there are none. A block that it does not have yet is no disagreement.
 */
export async function agreed(
  { db, log, chain }: Asking,
  ripe: readonly ChainTransfer[],
): Promise<readonly ChainTransfer[]> {
  const { witness, chainId } = chain
  if (!witness || ripe.length === 0) return ripe
  try {
    const found = await headers(
      witness,
      ripe.map(each => each.block),
    )
    const says = ripe.map(({ blockHash }, n) => {
      const header = found[n]
      if (!header) return 'unknown'
      return lower(header.hash) === blockHash ? 'same' : 'other'
    })
    await noteDisagreement(db, chainId, says.includes('other'))
    return ripe.filter((_, n) => says[n] === 'same')
  } catch (error) {
    log.warn({ err: error, chain: chainId.toString() }, 'the second node did not answer')
    return []
  }
}
