import { accountAt, type Place } from '../place.ts'
import type { ValueOf } from '../facts.ts'

/** A transfer is pending while the venue has not said what became of it. */
export const transferState = { failed: 0, done: 1, pending: 2 } as const
export type TransferState = ValueOf<typeof transferState>

/** What the list of transfers takes for transfers in every state. */
export const everyTransfer: number = 9

/** As operators read them. */
export const transferLabels = { failed: '失败', done: '成功', pending: '待确认' } as const

/** What a list of returns is ordered by. */
export const returnOrders = {
  stake: '按投注额',
  draws: '按局数',
  actual: '按实际返还率',
  gap: '按偏差',
} as const
export type ReturnOrder = keyof typeof returnOrders

/** How a game's return stands to its mathematics. */
export const returnLabels = {
  within: '范围内',
  over: '高于理论',
  under: '低于理论',
  unpublished: '未公布理论值',
} as const
export type ReturnState = keyof typeof returnLabels

/** Whether a venue lets members in, as everybody reads it. */
export const venueLabels = { open: '开放', maintenance: '维护中' } as const

/** What a venue speaks. */
export const venueAdapterNames = {
  sandbox: '沙盒',
  v1: '场馆协议 v1',
  'transfer-wallet': '转账钱包（RSA-SHA256）',
  seamless: '单一钱包（RSA-SHA256）',
} as const
export type VenueAdapterName = keyof typeof venueAdapterNames

/** Where the money of bets lies: in a wallet at the venue, or in the central wallet. */
export const venueWallets = { own: '场馆钱包', seamless: '单一钱包' } as const
export type VenueWallet = keyof typeof venueWallets

/** What a venue keeps wallets in; the books of members are in yuan. */
export const venueCurrencies = ['CNY'] as const

/**
 * A venue can be opened to members only once a trial of its present address, merchant and key
 * passed.
 */
export const connectionStates = {
  draft: '未测试',
  failed: '测试未通过',
  tested: '测试通过',
} as const
export type ConnectionState = keyof typeof connectionStates

/** Whose wallets hold the members' money, and whose bets the feed tells. */
export const accountOf = (at: Place & { adapter: string }): string => accountAt(at.adapter, at)

/** What a trial asks, in this order. Nobody's money moves. */
export const trialSteps = {
  health: '健康检查与签名',
  games: '游戏目录',
  player: '创建玩家',
  balance: '查询余额',
  members: '有余额的会员',
  finalize: '终结未知单号',
  late: '拒绝迟到的原单',
  empty: '拒绝从空钱包转出',
  bets: '注单流',
} as const
export type TrialStepName = keyof typeof trialSteps

/** The most that one key takes, a private key in PEM form included. */
export const VENUE_KEY_LENGTH = 8_000
