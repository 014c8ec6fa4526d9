import type { Db } from '@tianping/database'
import { z } from 'zod'
import { readSetting } from '../../kernel/setting.ts'

const usdt = z.number().int().min(0).max(1_000_000_000)

/** How the site treats payments on a chain: key `chain` of its settings. */
export const chainSchema = z.object({
  /** Blocks that a payment waits for, by its amount; the last step that it reaches counts. */
  confirmations: z
    .array(z.object({ fromUsdt: usdt, blocks: z.number().int().min(1).max(200) }))
    .min(1)
    .max(10)
    .default([
      { fromUsdt: 0, blocks: 12 },
      { fromUsdt: 10_000, blocks: 32 },
    ]),
  /** Whole USDT below which a payment is noted and not credited. */
  dustUsdt: z.number().int().min(0).max(100).default(1),
  /** Blocks that are read at once. */
  blocksAtOnce: z.number().int().min(1).max(100).default(50),
  /** Whole USDT from which an address is emptied into the hot wallet; 0 for never. */
  sweepFromUsdt: usdt.default(50),
})
export type ChainSetting = z.output<typeof chainSchema>

export const CHAIN_SETTING = 'chain'
export const chainSetting = (db: Db): Promise<ChainSetting> =>
  readSetting(db, CHAIN_SETTING, chainSchema)

export const UNITS_PER_USDT = 1_000_000n

/** Confirmations that an amount asks for. */
export function neededFor({ confirmations }: ChainSetting, units: bigint): number {
  const reached = confirmations.filter(({ fromUsdt }) => units >= BigInt(fromUsdt) * UNITS_PER_USDT)
  const steps = reached.length > 0 ? reached : confirmations
  return Math.max(...steps.map(({ blocks }) => blocks))
}
