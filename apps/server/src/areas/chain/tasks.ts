// What the signer is asked for: payouts that two hands have approved, and sweeps. A task keeps its
// id, so a repetition after an unknown outcome is the same task to the signer.
import { lower, readTransfer, type RawLog } from '@tianping/evm'
import { transaction } from '@tianping/database'
import {
  failedOnChain,
  noteLooked,
  openOnChain,
  paidOnChain,
  payeeAddress,
  takeForSigner,
  whyKeptBack,
} from '../cashier/cashier.ts'
import type { Services } from '../../kernel/http/services.ts'
import { eachAlone, partsAlone } from '../../kernel/jobs/eachAlone.ts'
import type { Chain } from './connection.ts'
import { chainSetting, neededFor, UNITS_PER_USDT } from './setting.ts'
import type { Signer, SignerAnswer, SignerTask } from './signer.ts'
import { allAddresses } from './store/address.sql.ts'
import { keptHead } from './store/head.sql.ts'
import { endTask, insertTask, noteAsked, noteTask, openTasks, type Task } from './store/task.sql.ts'
import { heldByAddress } from './store/transfer.sql.ts'

const AT_ONCE = 20
const UNITS_PER_CENT = 10_000n
const SWEEP_EVERY_MS = 600_000

type Sending = Services & { chain: Chain & { signer: Signer } }

/** One turn: new tasks, and how the open ones stand. */
export async function runSigner(services: Services): Promise<number> {
  const { chain } = services
  if (!chain?.signer) return 0
  const sending = { ...services, chain: { ...chain, signer: chain.signer } }
  return partsAlone([
    () => makePayouts(sending),
    () => makeSweeps(sending),
    () => advanceOpen(sending),
  ])
}

async function advanceOpen(sending: Sending): Promise<void> {
  await eachAlone(await openTasks(sending.db, AT_ONCE), task => advance(sending, task))
}

async function makePayouts({ db, clock, chain }: Sending): Promise<number> {
  const done = await eachAlone(await openOnChain(db, chain.protocol, AT_ONCE), async key => {
    const now = clock.now()
    // Noted beforehand: one that fails comes last as well.
    await noteLooked(db, key, now)
    return transaction(db, async tx => {
      const taken = await takeForSigner(tx, key, now)
      if (!taken) return false
      const { attemptNo, receivesCents } = taken
      const units = receivesCents * UNITS_PER_CENT
      const taskId = `payout:${key.withdrawalNo}`
      return insertTask(tx, { ...key, taskId, kind: 'payout', attemptNo, place: 0, units, now })
    })
  })
  return done.filter(Boolean).length
}

/** An address that holds enough is emptied into the hot wallet. */
async function makeSweeps({ db, clock, chain }: Sending): Promise<number> {
  const { sweepFromUsdt } = await chainSetting(db)
  if (sweepFromUsdt === 0) return 0
  const held = await heldByAddress(db, chain.chainId, chain.token)
  const full = new Map(
    held
      .filter(({ units }) => units >= BigInt(sweepFromUsdt) * UNITS_PER_USDT)
      .map(each => [each.address, each.units]),
  )
  if (full.size === 0) return 0
  const now = clock.now()
  let made = 0
  for (const { memberId, place, address, wallet } of await allAddresses(db)) {
    const units = full.get(address)
    if (units === undefined || wallet !== chain.wallet) continue
    // One try in ten minutes, whatever becomes of it.
    const taskId = `sweep:${place}:${Math.floor(now.getTime() / SWEEP_EVERY_MS)}`
    const task = { taskId, kind: 'sweep' as const, memberId, place, units }
    const is = await transaction(db, tx =>
      insertTask(tx, { ...task, withdrawalNo: '', attemptNo: 0, now }),
    )
    if (is) made += 1
  }
  return made
}

async function requestOf({ db, settings, chain }: Sending, task: Task): Promise<SignerTask> {
  const { taskId: id, kind, units, place } = task
  const known = task.state === 'sent'
  if (kind === 'sweep') return { id, known, kind, place }
  // The signer checks the letters of an address itself where its chain has them in hex.
  const payee = await payeeAddress(db, settings, task)
  const to = chain.protocol === 'TRC20' ? chain.read(payee) : payee
  return { id, known, kind, to, units: units.toString() }
}

/**
 * Keeps a payout that has not left where something speaks against it by now, and answers whether.
 * It stays the signer's: after an answer that was lost it may be there, and nobody else pays it.
 */
async function keepBack({ db, clock }: Sending, task: Task): Promise<boolean> {
  if (task.kind !== 'payout' || task.state !== 'queued') return false
  const why = await whyKeptBack(db, task, clock.now())
  if (why !== null) await noteTask(db, { ...task, state: 'queued', note: why })
  return why !== null
}

async function advance(sending: Sending, task: Task): Promise<void> {
  const { db, clock, chain, log } = sending
  const { taskId } = task
  await noteAsked(db, taskId, clock.now())
  if (await keepBack(sending, task)) return
  let answer: SignerAnswer
  try {
    answer = await chain.signer.hand(await requestOf(sending, task), clock.now())
  } catch (error) {
    log.warn({ err: error, task: taskId }, 'the signer did not answer')
    return
  }
  const { state, hash: txHash, reason: note } = answer
  if (state === 'failed') return fail(sending, task, answer)
  if (state === 'done' && (await isOnChain(sending, task, txHash)))
    return finish(sending, task, txHash)
  // What the signer had once is never asked for as if it were new.
  const sent = task.state === 'sent' || state !== 'waits'
  await noteTask(db, {
    taskId,
    state: sent ? 'sent' : 'queued',
    txHash: txHash || task.txHash,
    note,
  })
}

type Receipt = { status: string; blockNumber: string; logs: RawLog[] } | null

/** Whether the chain itself says so, with the confirmations that the amount asks for. */
async function isOnChain({ db, chain }: Sending, task: Task, txHash: string): Promise<boolean> {
  if (task.kind === 'sweep') return true
  const receipt = await chain.rpc.call<Receipt>('eth_getTransactionReceipt', [txHash])
  if (receipt?.status !== '0x1') return false
  const needed = neededFor(await chainSetting(db), task.units)
  const head = await keptHead(db, chain.chainId)
  if (head - BigInt(receipt.blockNumber) + 1n < BigInt(needed)) return false
  return receipt.logs
    .map(readTransfer)
    .some(
      each =>
        each !== null &&
        each.token === chain.token &&
        each.from === lower(chain.hot) &&
        each.units === task.units,
    )
}

async function finish({ db, clock, bus }: Sending, task: Task, txHash: string): Promise<void> {
  const { taskId, memberId, withdrawalNo } = task
  const now = clock.now()
  await transaction(db, async tx => {
    if (!(await endTask(tx, { taskId, state: 'done', txHash, note: '', now }))) return
    if (task.kind === 'payout') await paidOnChain(tx, { memberId, withdrawalNo, txHash, now })
  })
  bus.publish('member', [memberId.toString()])
}

async function fail({ db, clock }: Sending, task: Task, answer: SignerAnswer): Promise<void> {
  const { taskId, memberId, withdrawalNo } = task
  const now = clock.now()
  const { hash: txHash, reason } = answer
  await transaction(db, async tx => {
    if (!(await endTask(tx, { taskId, state: 'failed', txHash, note: reason, now }))) return
    if (task.kind === 'payout') await failedOnChain(tx, { memberId, withdrawalNo, reason, now })
  })
}
