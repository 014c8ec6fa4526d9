import { secondsSince, type ReadingSpec } from '../../kernel/metrics/readings.ts'
import { lagOf } from './store/cursor.sql.ts'

/** How far the watcher is behind the chain, and what waits. */
export const chainReading: ReadingSpec = {
  name: 'chain',
  gauges: {
    tianping_chain_blocks_behind: { help: 'Blocks not read yet', labels: ['chain'] },
    tianping_chain_read_seconds: { help: 'Seconds since the chain was read', labels: ['chain'] },
    tianping_chain_block_age_seconds: {
      help: 'Age of the newest block that was read: a node that stands still shows here',
      labels: ['chain'],
    },
    tianping_chain_seen: { help: 'Transfers that wait for confirmations', labels: ['chain'] },
    tianping_chain_disagrees: {
      help: '1 while a second node knows another block',
      labels: ['chain'],
    },
    tianping_chain_reversed: { help: 'Credited payments that left the chain', labels: ['chain'] },
  },
  read: async (db, now) => {
    const found = (await lagOf(db)).map(each => ({ ...each, labels: [String(each.chainId)] }))
    return {
      tianping_chain_blocks_behind: found.map(
        ({ labels, behind }) => [labels, Number(behind)] as const,
      ),
      tianping_chain_read_seconds: found.map(
        ({ labels, readAt }) => [labels, secondsSince(now, readAt)] as const,
      ),
      tianping_chain_block_age_seconds: found.map(
        ({ labels, blockAt, readAt }) => [labels, secondsSince(now, blockAt ?? readAt)] as const,
      ),
      tianping_chain_seen: found.map(({ labels, seen }) => [labels, seen] as const),
      tianping_chain_disagrees: found.map(
        ({ labels, disagrees }) => [labels, Number(disagrees)] as const,
      ),
      tianping_chain_reversed: found.map(({ labels, reversed }) => [labels, reversed] as const),
    }
  },
}
