import { transaction } from '@tianping/database'
import { fenOf } from '@tianping/money'
import { randomBytes } from 'node:crypto'
import { creditDeposit } from '../../src/areas/cashier/credit.ts'
import { insertDeposit } from '../../src/areas/cashier/store/deposit.sql.ts'
import { writeSetting } from '../../src/kernel/setting.ts'
import {
  redPacketSchema,
  REDPACKET_SETTING,
  type RedPacketSetting,
} from '../../src/areas/redpacket/setting.ts'
import type { TestSite } from '../support/site.ts'

/** A deposit that is credited at the given moment, by the code that credits all of them. */
export async function deposit(
  site: TestSite,
  memberId: bigint,
  yuan: number,
  at: Date,
): Promise<string> {
  const depositNo = `D${randomBytes(10).toString('hex').toUpperCase()}`
  const amountFen = fenOf(yuan)
  await transaction(site.services.db, async tx => {
    const order = await insertDeposit(tx, {
      memberId,
      depositNo,
      method: 'card',
      protocol: '',
      amountFen,
      usdtCents: 0n,
      provider: '',
      payAddress: '',
      createdAt: at,
      expiresAt: null,
      payerBank: '',
      payerOwner: '',
      payerAddress: '',
      payerNoSealed: null,
      payerNoTail: '',
      waitsFor: 'person',
      actionKey: depositNo,
    })
    await creditDeposit(tx, order, {
      amountFen,
      actor: { type: 'system', id: 'test' },
      decidedBy: 'test',
      remark: '',
      now: at,
    })
  })
  return depositNo
}

export const yearRound = { startDay: '2026-01-01', endDay: '2026-12-31' }

/** Tiers as in the documents' example: deposits of a day earn 1, 3, 5 or 10 claims. */
export const tiers: RedPacketSetting['tiers'] = [
  {
    ...yearRound,
    minFen: 1_000_00,
    maxFen: 4_999_99,
    claims: 1,
    drawMinFen: 1_88,
    drawMaxFen: 8_88,
    turnoverTimes: 1,
  },
  {
    ...yearRound,
    minFen: 5_000_00,
    maxFen: 9_999_99,
    claims: 3,
    drawMinFen: 1_88,
    drawMaxFen: 18_88,
    turnoverTimes: 2,
  },
  {
    ...yearRound,
    minFen: 10_000_00,
    maxFen: 49_999_99,
    claims: 5,
    drawMinFen: 2_88,
    drawMaxFen: 38_88,
    turnoverTimes: 1,
  },
  {
    ...yearRound,
    minFen: 50_000_00,
    maxFen: null,
    claims: 10,
    drawMinFen: 5_88,
    drawMaxFen: 88_88,
    turnoverTimes: 1,
  },
]

export const setRules = async (site: TestSite, rule: Partial<RedPacketSetting>) =>
  writeSetting(
    site.services.db,
    REDPACKET_SETTING,
    redPacketSchema,
    { tiers, ...rule },
    { name: 'test', at: site.services.clock.now() },
  )
