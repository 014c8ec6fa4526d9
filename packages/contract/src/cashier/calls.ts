import { z } from 'zod'
import { factorProof } from '../safety/calls.ts'
import { anyone, member } from '../call.ts'
import { card } from '../cards/calls.ts'
import { amount, flag, int4, int8, nothing, oneOf, secret, text, time, yuan } from '../fields.ts'
import { depositState, RECEIPT_BYTES, receiptState } from './facts.ts'
import { depositStages, depositWishes, paymentLabels, stepLabels } from './stages.ts'

/** How an order stands beyond the documented states. Clients must work without it. */
export const depositProgress = z.object({
  stage: z.enum(depositStages),
  /**
   * 1 when the member of the order asks. Others are told no reason, no voucher and no part of a
   * payment's number.
   */
  mine: flag,
  /** Paid in all as far as the provider says, credited, and given back or to be given back. */
  paid: yuan,
  credited: yuan,
  refund: yuan,
  /** What the member wants done with a payment of another amount; empty for nothing yet. */
  wish: oneOf({ '': '', ...depositWishes }),
  /** 1 while the member may say what is to be done. */
  may_wish: flag,
  /** 1 when the member said so of the payment and may take it back. */
  said: flag,
  /** Why it was refused. */
  reason: z.string(),
  steps: z.array(z.object({ step: oneOf(stepLabels), at: z.string() })),
  payments: z.array(
    z.object({
      amount: yuan,
      paid_at: time,
      /** The last characters of the provider's number. */
      tail: z.string(),
      standing: oneOf(paymentLabels),
      /** The number under which it was given back. */
      voucher: z.string(),
    }),
  ),
})

/**
 * What an accepted deposit answers, beside the same in `message`
 * (docs/decisions/0027-deposit-orders-and-their-public-page.md).
 */
const deposit = z.object({ deposit_no: z.string(), url: z.string() })

/** What a member reads of a method before choosing it. */
const methodFacts = z.object({
  /** A key of `get_pay_way`. */
  method: z.string(),
  /** For USDT over all protocols that are offered. */
  min_price: yuan,
  max_price: yuan,
  /** Usual minutes until the money is there; 0 for unknown. */
  minutes: z.number().int(),
  /** Percent that the payment channel takes from the payer; nothing of it is ours. */
  fee: z.number(),
  /** Under maintenance it is switched off in `get_pay_way` and shown with its reason. */
  maintenance: flag,
  /** When it is expected back; empty for unknown. */
  back_at: z.string(),
  /** Why it is closed where that is no maintenance; empty otherwise. */
  why: z.string(),
})

/** A receipt that the member has handed in for one deposit. */
const receipt = z.object({
  state: oneOf(receiptState),
  /** Empty without one. */
  uploaded_at: z.string(),
})

export const cashierCalls = {
  /** What the documents' calls do not say of the methods, and what fills in a bank deposit. */
  'POST /api/depositoptions': member(
    nothing,
    z.object({
      methods: z.array(methodFacts),
      /** The method of the member's last deposit; empty for none. */
      last: z.string(),
      /** What the member writes on a bank transfer, so that it is found. */
      note: z.string(),
      /** Bound bank cards; `bank_address` is the one given with the last deposit from it. */
      cards: z.array(card.extend({ bank_address: z.string() })),
    }),
  ),
  /** The receipt of an own bank deposit. */
  'POST /api/depositreceipt': member(z.object({ deposit_no: text(64) }), receipt),
  /** `multipart/form-data` with `deposit_no` and the picture in `file`; replaces an earlier one. */
  'POST /api/depositreceipt/upload': member(z.object({ deposit_no: text(64) }), receipt, {
    upload: true,
    uploadBytes: RECEIPT_BYTES,
  }),
  /**
   * The availability map: key order is tab order, 1 = enabled; plus `rengong`, by hand through
   * customer service.
   */
  'GET /api/get_pay_way': member(nothing, z.record(z.string(), flag)),
  'POST /api/getPayRange': member(
    z.object({ type: text(20) }),
    z.object({ min_price: yuan, max_price: yuan }),
  ),
  'POST /api/getpaybank': member(
    nothing,
    z.array(
      z.object({
        id: z.number().int(),
        bank_no: z.string(),
        bank_owner: z.string(),
        bank_address: z.string(),
        bank_data: z.object({ bank_name: z.string() }),
      }),
    ),
  ),
  'POST /api/recharge': member(
    z.object({
      paytype: text(20),
      amount,
      bank: text(40),
      bank_address: text(80),
      bank_no: text(40),
      bank_owner: text(40),
      catepay: text(10),
      /** A bound card that a bank deposit comes from; it fills in bank, holder and number. */
      card: int8.optional(),
      /** The id of the receiving account that was paid; 0 for another one. */
      receiver: int4.optional(),
    }),
    deposit,
    { once: true },
  ),
  /** Public by its unguessable number; `message` is bankpay / alipay / wxpay / usdtpay. */
  'POST /api/payinfo': anyone(
    z.object({ deposit_no: text(64) }),
    z.object({
      deposit_no: z.string(),
      /** 1 waiting, 2 credited, 3 refused. */
      info: z.object({
        amount: yuan,
        created_at: time,
        paytype: z.string(),
        state: z.enum(depositState),
        usdt_amount: z.number(),
        server_time: time,
      }),
      /** `payurl` opens what the picture encodes on the same phone; empty where there is none. */
      cardlist: z.object({
        mch_id: z.string(),
        content: z.string(),
        payimg: z.string(),
        payurl: z.string(),
      }),
      progress: depositProgress.optional(),
      /** USDT that the chain has shown and that waits for its confirmations. */
      chain: z
        .array(
          z.object({
            tx: z.string(),
            usdt: z.number(),
            confirmations: z.number().int(),
            needed: z.number().int(),
          }),
        )
        .optional(),
    }),
  ),
  /**
   * The member says that an order is paid, or takes that back. It changes what the order's page
   * shows; only a payment credits it.
   */
  'POST /api/deposit/paid': member(z.object({ deposit_no: text(64), paid: int8 }), z.null()),
  /** What the member wants done with a payment of another amount. An operator decides. */
  'POST /api/deposit/wish': member(
    z.object({ deposit_no: text(64), wish: oneOf(depositWishes) }),
    z.null(),
  ),
  'POST /api/withdraw': member(
    z.object({
      amount,
      bank: int8.optional(),
      password: secret,
      /** After the refusal `withdrawal.factor_needed`. */
      factor: factorProof.optional(),
    }),
    /**
     * `held_until`: a wait before it is paid, which the message explains; empty for none.
     * `needs_tier`: the verification that it waits for; 0 for none.
     */
    z.object({ out_trade_no: z.string(), held_until: z.string(), needs_tier: z.number().int() }),
    { once: true },
  ),
} as const
