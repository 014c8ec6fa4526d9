import { yuanOf } from '@tianping/money'
import { cashierSetting, usdtRates } from '../../cashier/cashier.ts'
import type { Given } from '@tianping/contract'
import { beijing, beijingDay, daysBetween } from '@tianping/money/day'
import type { Handler, Services, Session } from '../../../kernel/http/services.ts'
import { contactKeys, openContacts } from '../../../kernel/sealedContact.ts'
import { gatheredBy } from '../../../kernel/live/gathered.ts'
import { balancesOf } from '../../../ledger/ledger.ts'
import { standingOf } from '../../protection/protection.ts'
import { totalsOf } from '../../../ledger/totals.ts'
import { unreadOf } from '../../message/message.ts'
import { readMember } from '../../account/account.ts'

const heldBy = gatheredBy(balancesOf)
const depositsOf = gatheredBy((db, memberIds: bigint[]) => totalsOf(db, memberIds, 'deposit'))

/**
 * The full user object (docs/decisions/0019-the-full-user-object.md); read from the database each
 * time, since money decisions are made on it. Calls that come together ask together.
 */
async function userOf(
  { db, clock, settings }: Services,
  session: Session,
): Promise<Given<'POST /api/user'>> {
  const now = clock.now()
  const [member, held, deposits, fees, rates, messageNum, standing] = await Promise.all([
    readMember(db, session.memberId),
    heldBy(db, session.memberId),
    depositsOf(db, session.memberId),
    cashierSetting(db),
    usdtRates(db, now),
    unreadOf(db, { memberId: session.memberId, now }),
    standingOf(db, session.memberId, now),
  ])
  return {
    id: Number(member.memberId),
    username: member.name,
    realname: member.realname,
    ...openContacts(contactKeys(settings), member),
    birthday: member.birthday ?? '',
    avatar: member.avatar,
    balance: yuanOf(held?.cashAvailableFen ?? 0n),
    gameblance: yuanOf((held?.venues ?? []).reduce((sum, venue) => sum + venue.postedFen, 0n)),
    paysum: yuanOf(deposits?.fen ?? 0n),
    vip: member.vip,
    current_vip: `VIP${member.vip}`,
    vipname: `VIP${member.vip}`,
    // Whole days in Beijing, 1 on the first (P1-2.11-04).
    joinday: 1 + daysBetween(beijingDay(member.createdAt), beijingDay(now)),
    isagent: member.isagent ? 1 : 0,
    transferstatus: member.transferstatus ? 1 : 0,
    usdtrate: rates.usdtrate,
    withdrawusdtrate: rates.withdrawusdtrate,
    withdrawcashfee: fees.withdrawcashfee,
    withdrawfeeusdttrc: fees.withdrawfeeusdttrc,
    messageNum,
    api_token: session.token,
    block: standing.kind && {
      kind: standing.kind,
      until: standing.until ? beijing(standing.until) : '',
    },
    offers: standing.offersStopped ? 0 : 1,
  }
}

export const user: Handler<'POST /api/user'> = async ({ member, ...services }) => ({
  data: await userOf(services, member),
})
export const refreshusermoney: Handler<'POST /api/refreshusermoney'> = async ({
  member,
  ...services
}) => ({ data: await userOf(services, member) })
