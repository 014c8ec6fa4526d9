// The one game: heads or tails. A right guess returns 1.96 times the stake.
import { createHash, createHmac } from 'node:crypto'

export const GAME = 'heads-or-tails'
export const MODEL = 'coin-1'
export const MIN_STAKE = 100
export const MAX_STAKE = 1_000_000
export const sides = ['heads', 'tails'] as const
export type Side = (typeof sides)[number]

/** What `math_url` serves; its hash is the version of the mathematics. */
export const mathematics = `${JSON.stringify({
  model: MODEL,
  outcomes: sides,
  draw: 'first u32 of block 0, modulo 2: 0 is heads, 1 is tails',
  returns: { right: '1.96', wrong: '0' },
  payout: 'floor(stake * 196 / 100)',
})}\n`

const hex = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

export const mathVersion = hex(mathematics)
export const commitOf = (serverSeed: string) => hex(Buffer.from(serverSeed, 'hex'))

/** An integer below two takes every u32: 2^32 is a multiple of two. */
export function draw(serverSeed: string, clientSeed: string, nonce: number): Side {
  const block = createHmac('sha256', Buffer.from(serverSeed, 'hex'))
    .update(`${MODEL}:${clientSeed}:${nonce}:0`)
    .digest()
  return block.readUInt32BE(0) % 2 === 0 ? 'heads' : 'tails'
}

export function payoutOf(stake: number, right: boolean): number {
  return right ? Math.floor((stake * 196) / 100) : 0
}

/** Table games count min(stake, |net|). */
export const validOf = (stake: number, payout: number) => Math.min(stake, Math.abs(payout - stake))

export const gamesOf = (publicUrl: string) => [
  {
    game_code: GAME,
    name: '猜硬币',
    category: 'lottery',
    rtp_exact: '49/50',
    rtp_percent: '98.00',
    rtp: { least: '49/50', usual: '49/50', best: '49/50' },
    hit_percent: '50.00',
    max_win: '1.96',
    returns: [{ odds: '1.96', mean: '49/50', most: '1.96' }],
    math_version: mathVersion,
    math_url: `${publicUrl}/math`,
    rules_url: `${publicUrl}/rules`,
    icon_url: `${publicUrl}/icon.svg`,
    min_stake: MIN_STAKE,
    max_stake: MAX_STAKE,
    demo: true,
  },
]
