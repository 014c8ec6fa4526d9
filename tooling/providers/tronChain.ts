// The chain behind tronNode.ts: blocks, transactions that wait, what addresses hold. It runs no
// virtual machine; of contracts it knows the transfer of a token.
import { createHash } from 'node:crypto'
import type { Signed } from './tronBytes.ts'

type Log = { address: string; topics: string[]; data: string }
export type Result = 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY'
/** What became of a transaction; one in the own coin has no result. */
export type Info = {
  id: string
  log: Log[]
  result: Result | null
  fee: number
  /** Who sent it, and what it moved of the coin. */
  owner?: string
  coin?: Record<string, number>
}
type Block = { id: string; at: number; infos: Info[] }
export type Sent = { from: string; to: string; units: string; token: string; failed?: boolean }

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const FIRST = 1_000
const BLOCK_MS = 3_000
/** What is on the disk: all but the transactions that wait for a block. */
type Kept = { blocks: Block[]; suns: [string, number][]; salt: number; begun: number }
/** What a transfer of the token takes, and what energy and bytes cost in sun. */
export const ENERGY = 65_000
export const ENERGY_SUN = 100
export const BYTE_SUN = 1_000

const word = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

export class TronChain {
  readonly blocks: Block[] = []
  /** What was handed over and is in no block yet, by its number. */
  readonly pool = new Map<string, Signed>()
  /** Accounts that the token refuses. */
  readonly listed = new Set<string>()
  /** Takes nothing into blocks while it is set. */
  isFull = false
  /** The coin of addresses beside what transactions moved. */
  private readonly suns = new Map<string, number>()
  private readonly solidDepth: number
  private readonly blockMs: number
  private waiting: Info[] = []
  private salt = 0
  private begun = 0

  constructor(solidDepth: number, blockMs = BLOCK_MS) {
    this.solidDepth = solidDepth
    this.blockMs = blockMs
  }

  kept(): Kept {
    return { blocks: this.blocks, suns: [...this.suns], salt: this.salt, begun: this.begun }
  }
  restore({ blocks, suns, salt, begun }: Kept): void {
    this.blocks.push(...blocks)
    for (const [owner, sun] of suns) this.suns.set(owner, sun)
    this.salt = salt
    this.begun = begun
  }

  heightOf = (place: number): number => FIRST + place
  placeOf = (height: number): number => height - FIRST
  /** The place of the newest block that no branch leaves out. */
  get solid(): number {
    return this.blocks.length - 1 - this.solidDepth
  }
  get headAt(): number {
    return this.blocks.at(-1)?.at ?? 0
  }

  mine(count: number, now = 0): void {
    this.begun ||= now
    for (let n = 0; n < count; n += 1) {
      const place = this.blocks.length
      for (const signed of this.isFull ? [] : [...this.pool.values()]) this.execute(signed)
      const id =
        this.heightOf(place).toString(16).padStart(16, '0') +
        hashOf(`${place} ${this.salt}`).slice(16)
      this.blocks.push({ id, at: this.begun + place * this.blockMs, infos: this.waiting })
      this.waiting = []
    }
  }

  /** Takes a transaction into the block that is being made; what has expired is dropped. */
  private execute({ id, call, expiresAt, feeLimit }: Signed): void {
    this.pool.delete(id)
    if (expiresAt <= this.headAt || this.find(id)) return
    const { owner } = call
    if (call.kind === 'coin') {
      const coin = { [owner]: -call.sun, [call.to]: call.sun }
      this.waiting.push({ id, log: [], result: null, fee: 0, owner, coin })
      return
    }
    const needed = ENERGY * ENERGY_SUN
    const fee = Math.min(needed, feeLimit, this.sunOf(owner))
    const refused = this.unitsOf(call.contract, owner) < call.units || this.listed.has(call.to)
    const ran = refused ? 'REVERT' : 'SUCCESS'
    const result = fee < needed ? 'OUT_OF_ENERGY' : ran
    const sent = { from: owner, to: call.to, token: call.contract }
    const log = result === 'SUCCESS' ? [this.logOf({ ...sent, units: call.units.toString() })] : []
    this.waiting.push({ id, log, result, fee, owner, coin: { [owner]: -fee } })
  }

  private get infos(): Info[] {
    return [...this.blocks.flatMap(({ infos }) => infos), ...this.waiting]
  }

  sunOf(owner: string): number {
    const moved = this.infos.reduce((sum, { coin }) => sum + (coin?.[owner] ?? 0), 0)
    return (this.suns.get(owner) ?? 0) + moved
  }
  setSun(owner: string, sun: number): void {
    this.suns.set(owner, sun - this.sunOf(owner) + (this.suns.get(owner) ?? 0))
  }

  private readonly logOf = ({ from, to, units, token }: Sent): Log => ({
    address: word(token).slice(24),
    topics: [TRANSFER, word(from), word(to)],
    data: word(BigInt(units).toString(16)),
  })

  /** A transfer of somebody whose key nobody has here. */
  send(sent: Sent): { id: string } {
    this.salt += 1
    const id = hashOf(`transaction ${this.salt}`)
    const log = sent.failed ? [] : [this.logOf(sent)]
    this.waiting.push({ id, log, result: sent.failed ? 'REVERT' : 'SUCCESS', fee: 0 })
    return { id }
  }

  /** Another branch from so many blocks ago: their transactions wait again, or are gone. */
  reorganise({ depth, keep }: { depth: number; keep: boolean }): object {
    const gone = this.blocks.splice(-depth)
    this.salt += 1
    this.waiting = []
    this.mine(1)
    this.waiting = keep ? gone.flatMap(({ infos }) => infos) : []
    this.mine(depth)
    return {}
  }

  find(id: string): { place: number; info: Info } | null {
    for (const [place, { infos }] of this.blocks.entries()) {
      const info = infos.find(each => each.id === id)
      if (info) return { place, info }
    }
    return null
  }

  unitsOf(token: string, owner: string): bigint {
    let units = 0n
    for (const { address, topics, data } of this.infos.flatMap(({ log }) => log)) {
      if (address !== token.slice(-40)) continue
      if (topics[2] === word(owner)) units += BigInt(`0x${data}`)
      if (topics[1] === word(owner)) units -= BigInt(`0x${data}`)
    }
    return units
  }

  /** The time of the block before the last one up to a place that an address sent anything in. */
  lastOperation(owner: string, upTo: number): number | undefined {
    const place = this.blocks.findLastIndex(
      ({ infos }, n) => n <= upTo && infos.some(each => each.owner === owner),
    )
    return place < 0 ? undefined : this.blocks[place - 1]?.at
  }
}
