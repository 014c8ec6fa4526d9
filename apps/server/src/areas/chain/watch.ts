// Reads a chain block by block. One instance does it at a time; what it has read and how far is one
// transaction, so a killed instance repeats or has done all.
import { lower, quantity, type Transfer } from '@tianping/evm'
import { transaction } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { present } from '../../kernel/present.ts'
import { recordChecks } from '../../ledger/reconcile.ts'
import { confirmRipe } from './confirm.ts'
import type { Chain } from './connection.ts'
import { headers, readStretch, type Stretch } from './scan.ts'
import { chainSetting, neededFor, type ChainSetting } from './setting.ts'
import { allAddresses } from './store/address.sql.ts'
import * as store from './store/cursor.sql.ts'
import { keepTransfers, undoAfter, type ChainTransfer } from './store/transfer.sql.ts'

/** An instance at work renews its lease; when it died, another reads on after this long. */
const LEASE_MS = 6_000
const RENEW_MS = 2_000
/** Blocks that are remembered; no reorganisation goes deeper. */
const REMEMBERED = 512n

type Watching = Pick<Services, 'db' | 'clock' | 'log' | 'bus'> & { chain: Chain }

/** The first block is where the chain stands when it is first looked at. */
async function begin({ db, clock, chain }: Watching): Promise<void> {
  if (await store.cursorExists(db, chain.chainId)) return
  const head = quantity(await chain.rpc.call('eth_blockNumber'))
  const [header] = await headers(chain.rpc, [head])
  if (!header) return
  const from = { block: head, hash: lower(header.hash) }
  await store.beginCursor(db, chain.chainId, from, clock.now())
  await store.keepBlocks(db, chain.chainId, [{ ...from, at: clock.now() }])
}

/** One turn: reads on, or goes back where the chain was reorganised. Answers the blocks read. */
export async function watchChain(services: Services): Promise<number> {
  const { chain } = services
  if (!chain) return 0
  const watching = { ...services, chain }
  await begin(watching)
  const cursor = await lease(watching)
  if (!cursor) return 0
  const renewal = setInterval(() => void lease(watching).catch(() => {}), RENEW_MS)
  try {
    return await turn(watching, cursor)
  } finally {
    clearInterval(renewal)
  }
}

/** Takes or renews the lease; undefined when another instance reads the chain. */
function lease({ db, clock, chain: { chainId, holder } }: Watching) {
  const now = clock.now()
  const until = new Date(now.getTime() + LEASE_MS)
  return store.leaseCursor(db, { chainId, holder, now, until })
}

/** An instance that stops gives the lease back, so that another one reads on at once. */
export async function leaveChain({ db, chain }: Pick<Services, 'db' | 'chain'>): Promise<void> {
  if (chain) await store.endLease(db, chain)
}

async function turn(watching: Watching, cursor: store.Cursor): Promise<number> {
  const { db, clock, chain } = watching
  const { chainId, rpc } = chain
  const now = clock.now()
  const head = quantity(await rpc.call('eth_blockNumber'))
  await store.noteHead(db, chainId, head, now)
  const [own] = await headers(rpc, [cursor.block])
  // A node that is behind us says nothing of what we have read.
  if (!own) return 0
  if (lower(own.hash) !== cursor.hash) {
    await goBack(watching, cursor)
    return 1
  }
  const setting = await chainSetting(db)
  const read = await readOn(watching, { cursor, head, setting })
  return read + (await confirmRipe(watching, setting))
}

async function readOn(
  watching: Watching,
  { cursor, head, setting }: { cursor: store.Cursor; head: bigint; setting: ChainSetting },
): Promise<number> {
  const { db, clock, chain } = watching
  const most = cursor.block + BigInt(setting.blocksAtOnce)
  const to = head < most ? head : most
  if (to <= cursor.block) return 0
  const known = await allAddresses(db)
  const addresses = [chain.hot, ...known.map(each => each.address)]
  const stretch = await readStretch(chain.rpc, { from: cursor, to, addresses })
  if (!stretch) return 0
  const owners = new Map(known.map(each => [each.address, each.memberId]))
  const last = present(stretch.blocks.at(-1), 'last block of a stretch')
  const now = clock.now()
  await transaction(db, async tx => {
    const { chainId, holder } = chain
    await store.moveCursor(tx, { chainId, holder, from: cursor, to: last, now })
    await store.keepBlocks(tx, chainId, stretch.blocks)
    await store.dropBlocks(tx, chainId, last.block - REMEMBERED)
    const seen = rowsOf(chain, stretch, { owners, setting })
    if (seen.length > 0) await keepTransfers(tx, seen, now)
  })
  return stretch.blocks.length
}

function rowsOf(
  { chainId, token }: Chain,
  { blocks, transfers }: Stretch,
  { owners, setting }: { owners: Map<string, bigint>; setting: ChainSetting },
) {
  const times = new Map(blocks.map(each => [each.block, each.at]))
  return transfers.map((each: Transfer) => ({
    chainId,
    txHash: each.txHash,
    logIndex: each.logIndex,
    block: each.block,
    blockHash: each.blockHash,
    at: present(times.get(each.block), 'time of a block'),
    token: each.token,
    fromAddress: each.from,
    toAddress: each.to,
    units: each.units,
    memberId: owners.get(each.to) ?? null,
    needed: each.token === token ? neededFor(setting, each.units) : 1,
  }))
}

/** The last block that we and the chain have in common. */
async function forkOf({ db, chain }: Watching): Promise<store.Cursor> {
  const kept = await store.keptBlocks(db, chain.chainId)
  const found = await headers(
    chain.rpc,
    kept.map(each => each.block),
  )
  const common = kept.find(({ hash }, n) => {
    const header = found[n]
    return header ? lower(header.hash) === hash : false
  })
  if (!common) throw new Error(`chain ${chain.chainId} was reorganised beyond what is remembered`)
  return common
}

/**
 * Undoes what was seen after the fork. What had been credited stays credited: a person decides, and
 * until then nothing is paid out to the member.
 */
async function goBack(watching: Watching, cursor: store.Cursor): Promise<void> {
  const { db, clock, chain, log } = watching
  const fork = await forkOf(watching)
  const { chainId, holder } = chain
  const now = clock.now()
  const reversed = await transaction(db, async tx => {
    await store.moveCursor(tx, { chainId, holder, from: cursor, to: fork, now })
    await store.dropBlocksAfter(tx, chainId, fork.block)
    return undoAfter(tx, { chainId, fork: fork.block, now })
  })
  const depth = Number(cursor.block - fork.block)
  log.warn({ chain: chainId.toString(), depth, reversed: reversed.length }, 'chain reorganised')
  if (reversed.length > 0) await openCases(watching, reversed, now)
}

/** A case each, at once; the next reconciliation finds the same where this one is lost. */
const openCases = ({ db }: Watching, reversed: readonly ChainTransfer[], now: Date) =>
  recordChecks(db, now, [
    {
      name: 'chain-reversed',
      rule: 'a credited payment is part of the chain',
      severity: 'mismatch',
      differences: reversed.map(({ memberId, txHash, logIndex, units }) => ({
        memberId,
        subject: `${txHash}:${logIndex}`,
        expected: units.toString(),
        found: 'reversed',
      })),
    },
  ])
