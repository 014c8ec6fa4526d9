import { z } from 'zod'
import { anyone, member } from '../call.ts'
import { amount, flag, int2, int4, nothing, oneOf, secret, text, yuan } from '../fields.ts'
import { factorProof } from '../safety/calls.ts'
import { blockKinds } from '../protection/facts.ts'

/** `factor` answers the refusal `factor.for_change`. */
const changedPassword = z.object({
  password: secret,
  paypassword: secret,
  factor: factorProof.optional(),
})

const token = z.object({ api_token: z.string() })

/** The full user object of both documents (docs/decisions/0019-the-full-user-object.md). */
export const user = z.object({
  id: z.number().int(),
  username: z.string(),
  realname: z.string(),
  mobile: z.string(),
  email: z.string(),
  birthday: z.string(),
  avatar: z.string(),
  balance: yuan,
  /** Sum of the venue balances. */
  gameblance: yuan,
  /** Cumulative deposit. */
  paysum: yuan,
  /** Level number; `current_vip` is `VIP` and the number, `vipname` what people read. */
  vip: z.number().int(),
  current_vip: z.string(),
  vipname: z.string(),
  joinday: z.number().int(),
  isagent: flag,
  /** Auto-transfer (自动免转) on or off. */
  transferstatus: flag,
  usdtrate: z.number(),
  withdrawusdtrate: z.number(),
  /** Fee in USDT per withdrawal by ERC20. */
  withdrawcashfee: z.number(),
  /** Fee in USDT per withdrawal by TRC20. */
  withdrawfeeusdttrc: z.number(),
  messageNum: z.number().int(),
  api_token: z.string(),
  /** What keeps the member from depositing and playing; `until` is empty for no end. */
  block: z.object({ kind: oneOf(blockKinds), until: z.string() }).nullable(),
  /** 0 while nothing is offered to the member, until a person has looked (docs/protection.md). */
  offers: flag,
})

export const accountCalls = {
  'POST /api/register': anyone(
    z.object({
      name: text(32),
      password: secret,
      confirmPass: secret,
      realname: text(32),
      paypassword: secret,
      code: text(16),
      /** A member's numeric id or invite code (docs/decisions/0021-invitations-and-agents.md). */
      pid: text(32),
      /** What our own app asks for besides, after the fields above; empty from other clients. */
      birthday: text(10),
      /** The versions of the terms and of the privacy notice that were agreed to. */
      terms: int4.optional(),
      privacy: int4.optional(),
    }),
    token,
  ),
  /** `proof` answers the challenge of a refusal `login.proof_needed`; most log-ins need none. */
  'POST /api/login': anyone(
    z.object({ name: text(32), password: secret, code: text(16), proof: text(2_000) }),
    token,
    { aliases: ['POST /api/login_pc'] },
  ),
  'POST /api/logoff': member(nothing, z.null(), { early: true }),
  'POST /api/user': member(nothing, user, { early: true, polled: true }),
  'POST /api/refreshusermoney': member(nothing, user, { early: true, polled: true }),
  'POST /api/balance': member(nothing, z.object({ balance: yuan }), {
    early: true,
    polled: true,
  }),
  /** `password` is the old one, `paypassword` the new one: the documents' names. */
  'POST /api/editPassword': member(changedPassword, z.null(), { early: true }),
  'POST /api/editPayPassword': member(changedPassword, z.null()),
  'POST /api/updateuserinfo': member(
    z.object({
      email: text(100),
      mobile: text(20),
      birthday: text(10),
      factor: factorProof.optional(),
    }),
    z.null(),
  ),
  /** Multipart, the file in the field `file`; gif and png by content. */
  'POST /api/uploadimg': member(z.unknown(), z.object({ avatar: z.string() }), { upload: true }),
  'POST /api/applyagentdo': member(
    z.object({ mobile: text(20), apply_info: text(500) }),
    z.null(),
    { once: true },
  ),
  /** The agent site, with a ticket that works once and for a minute. */
  'GET /api/getAgentLoginUrl': member(nothing, z.object({ url: z.string() })),
  /** Documented with code and message only: clients must work without `data`. */
  'POST /api/uptransferstatus': member(
    z.object({
      transferstatus: int2,
      /** The most that one entry brings; 0 for no bound, absent to leave it as it is. */
      each_max: amount,
    }),
    z.object({ transferstatus: flag, each_max: yuan.nullable().optional() }).nullable(),
  ),
} as const
