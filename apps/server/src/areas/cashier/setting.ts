import { ruled } from '../profiles/profiles.ts'
import type { Db } from '@tianping/database'
import { z } from 'zod'
import type { Settings } from '../../kernel/environment.ts'
import { clockTimeTo24, minuteOrNone } from '../../kernel/setting.ts'
import { payMethods, type PayMethod, type Protocol } from './methods.ts'

const fen = z.number().int().min(1).max(1_000_000_000_000)
/** Yuan per USDT, at most four decimals. */
const rate = z
  .number()
  .min(0.0001)
  .max(10_000)
  .refine(value => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-6, '最多四位小数')
const usdt = z
  .number()
  .min(0)
  .max(100_000)
  .refine(value => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, '最多两位小数')

/** 100 to 10000 unless said otherwise (P2-9-04). */
const range = z
  .object({ minFen: fen, maxFen: fen })
  .refine(r => r.minFen <= r.maxFen, '最高须不低于最低')
const standard = { minFen: 100_00, maxFen: 10_000_00 }
const ranges: Partial<Record<PayMethod, z.input<typeof range>>> = {
  card: { minFen: 100_00, maxFen: 50_000_00 },
  zh_wxgue: { minFen: 100_00, maxFen: 1_000_00 },
  zh_wxys: { minFen: 500_00, maxFen: 5_000_00 },
  zh_zfbxe: { minFen: 100_00, maxFen: 1_000_00 },
  zh_zfbde: { minFen: 5_000_00, maxFen: 50_000_00 },
}
/** A method is paid from the member's own account, or from a wallet that may pass credit on. */
const fundings = ['debit', 'mixed'] as const
const fundingOf = (method: PayMethod) =>
  method === 'card' || method === 'usdt' ? ('debit' as const) : ('mixed' as const)
/** Usual minutes until the money is there: somebody looks at a bank transfer. */
const usualMinutes = (method: PayMethod) => (method === 'card' ? 15 : 3)
const tabs = payMethods.map(method => ({
  method,
  enabled: true,
  funding: fundingOf(method),
  creditMinutes: usualMinutes(method),
  channelFee: 0,
  maintenance: false,
  backAt: '',
  ...(ranges[method] ?? standard),
}))

/**
 * The cashier's methods, ranges, rates, fees and limits: data of the site, key `cashier` of its
 * settings.
 */
export const cashierSchema = z.object({
  /** In the order of their tabs. */
  methods: z
    .array(
      range.and(
        z.object({
          method: z.enum(payMethods),
          enabled: z.boolean(),
          funding: z.enum(fundings).default('mixed'),
          /** Usual minutes until the money is there; 0 says nothing of it. */
          creditMinutes: z.number().int().min(0).max(10_080).default(0),
          /** Hundredths of a percent that the channel takes from the payer. */
          channelFee: z.number().int().min(0).max(1_000).default(0),
          /** Shown with its reason, but not offered. */
          maintenance: z.boolean().default(false),
          backAt: minuteOrNone.default(''),
        }),
      ),
    )
    .max(40)
    .default(tabs),
  /** By hand, through customer service. */
  rengong: z.boolean().default(true),
  usdtRanges: z
    .object({ TRC20: range, ERC20: range })
    .default({ TRC20: standard, ERC20: standard }),
  /** Where USDT deposits are paid to; without an address a protocol is not offered. */
  usdtAddresses: z
    .object({ TRC20: z.string().max(64), ERC20: z.string().max(64) })
    .default({ TRC20: '', ERC20: '' }),
  /**
   * Yuan per USDT for deposits, and for withdrawals
   * (docs/decisions/0029-usdt-amounts-are-floored.md).
   */
  usdtrate: rate.default(7.3),
  withdrawusdtrate: rate.default(7.1),
  /** USDT per withdrawal: over ERC20, and over TRC20. */
  withdrawcashfee: usdt.default(5),
  withdrawfeeusdttrc: usdt.default(1),
  deposit: z
    .object({
      /** Deposits of one member that wait for payment or review at the same time. */
      maxOpen: z.number().int().min(1).max(100).default(10),
      /**
       * Turnover that a deposited yuan asks for (docs/decisions/0030-credits-ask-for-turnover.md).
       */
      turnoverTimes: z.number().int().min(0).max(50).default(1),
    })
    .prefault({}),
  withdrawal: z
    .object({
      /** Never below the documents' hundred, which every client checks by itself. */
      minFen: fen.min(100_00).default(100_00),
      maxFen: fen.default(500_000_00),
      /** Withdrawals a Beijing day, rejected ones not counted. */
      perDay: z.number().int().min(1).max(1_000).default(10),
      /** Beijing time; over midnight when `from` is later than `to`. */
      from: clockTimeTo24.default('00:00'),
      to: clockTimeTo24.default('24:00'),
      /**
       * Hours that a payout waits after a reset, another contact, another device and card, or to a
       * new USDT address; unless set, none in a sandbox, so that a visitor can walk the whole way.
       */
      waitHours: z.number().int().min(0).max(72).optional(),
      /**
       * From this amount within 24 hours on, a member who has a second factor shows it; unless set,
       * never.
       */
      factorFromFen: fen.optional(),
    })
    .refine(w => w.minFen <= w.maxFen, '最高须不低于最低')
    .prefault({}),
  review: z
    .object({
      /**
       * From this amount on, crediting a deposit by hand or approving a withdrawal takes two
       * persons: of one order, and of a member's or a card's within 24 hours together.
       */
      secondFromFen: fen.default(50_000_00),
      /** The same for what one person approved alone within 24 hours. */
      reviewerFromFen: fen.default(500_000_00),
      /** What may be approved in bulk: one order's amount, and one person's within 24 hours. */
      bulk: z
        .object({ mostFen: fen.default(2_000_00), dayFen: fen.default(200_000_00) })
        .prefault({}),
    })
    .prefault({}),
  batch: z
    .object({
      /** Whether files for the bank pay only accounts on the list of payees. */
      onlyListed: z.boolean().default(false),
      /** Hours from the second person's confirmation until a file may pay an account. */
      payeeHours: z.number().int().min(0).max(168).default(24),
    })
    .prefault({}),
  dispute: z
    .object({
      /** Hours in which another person confirms a dispute noted by hand; then it is lifted. */
      confirmHours: z.number().int().min(1).max(168).default(24),
    })
    .prefault({}),
})
export type CashierSetting = z.output<typeof cashierSchema>

export const CASHIER_SETTING = 'cashier'
/** The setting in force: where a profile refuses credit, what may pass it on is closed. */
export async function cashierSetting(db: Db): Promise<CashierSetting> {
  const { own, demands } = await ruled(db, CASHIER_SETTING, cashierSchema)
  if (!demands.creditRefused) return own
  const methods = own.methods.map(each => ({
    ...each,
    enabled: each.enabled && each.funding === 'debit',
  }))
  return { ...own, methods }
}

const HOUR_MS = 3_600_000
const USUAL_WAIT_HOURS = 24

/** How long payouts wait after what a thief would do first, in ms. */
export const waitMsOf = ({ withdrawal }: CashierSetting, mode: Settings['mode']): number =>
  (withdrawal.waitHours ?? (mode === 'sandbox' ? 0 : USUAL_WAIT_HOURS)) * HOUR_MS

/** The range of a method, in fen; for USDT that of the protocol. */
export function rangeOf(
  setting: CashierSetting,
  method: PayMethod,
  protocol: Protocol | null,
): { minFen: bigint; maxFen: bigint } {
  const found =
    method === 'usdt' && protocol
      ? setting.usdtRanges[protocol]
      : (setting.methods.find(each => each.method === method) ?? standard)
  return { minFen: BigInt(found.minFen), maxFen: BigInt(found.maxFen) }
}

export const withdrawalFee = (setting: CashierSetting, protocol: Protocol): number =>
  protocol === 'ERC20' ? setting.withdrawcashfee : setting.withdrawfeeusdttrc
