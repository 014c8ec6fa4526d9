// Bonuses end with an exclusion and on their last day, once all money is home.
import { transaction, type Tx } from '@tianping/database'
import { formatFen } from '@tianping/money'
import { beijing, DAY_MS } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { eachAlone, partsAlone } from '../../kernel/jobs/eachAlone.ts'
import { lockMember } from '../../ledger/ledger.ts'
import { openOf } from '../../ledger/wagering.ts'
import { notifyEach } from '../message/message.ts'
import { awayFromHome, lookEverywhere, type Look } from '../venues/venues.ts'
import { endBonus, takesNow } from './endBonus.ts'
import { paidAs, sourceLabel } from './sources.ts'
import {
  endWait,
  stillDue,
  takeDue,
  takeReminders,
  type Due,
  type Ending,
} from './store/due.sql.ts'

const AT_ONCE = 20

/**
 * Announces last days a day before, and ends what is due: by an exclusion, or past its last moment.
 * What is at a venue, or staked, waits until it is home, and a silent venue is asked again.
 * Answers how many bonuses ended, and with them how many were announced where more may be left.
 */
export async function runBonusEnds(services: Services): Promise<number> {
  const now = services.clock.now()
  return partsAlone([
    async () => {
      const due = await takeDue(services.db, now, AT_ONCE)
      return (await eachAlone(due, each => tryEnd(services, each))).filter(Boolean).length
    },
    async () => {
      const announced = await remind(services, now)
      return announced === AT_ONCE ? announced : 0
    },
  ])
}

/** One that fails is tried again later, and keeps no other waiting. */
async function tryEnd(services: Services, due: Due): Promise<boolean> {
  try {
    return await endDue(services, due)
  } catch (error) {
    const { memberId, sourceType, sourceId } = due
    const subject = `${memberId}:${sourceType}:${sourceId}`
    services.log.error({ err: error, bonus: subject }, 'a bonus did not end, tried again')
    return false
  }
}

async function endDue(services: Services, due: Due): Promise<boolean> {
  const { db, bus, clock } = services
  const look = await lookEverywhere(services, due.memberId)
  if (look.silent) return false
  const done = await transaction(db, tx => endHome(tx, due, { look, now: clock.now() }))
  if (done) bus.publish('member', [due.memberId.toString()])
  return done
}

/** Under the member's lock everything is asked again: a member may have given it up meanwhile. */
async function endHome(tx: Tx, due: Due, { look, now }: { look: Look; now: Date }) {
  const { memberId } = due
  await lockMember(tx, memberId)
  const source = { type: due.sourceType, id: due.sourceId }
  const open = await openOf(tx, memberId, source)
  const found = open && (await stillDue(tx, due, now))
  if (!open || !found) {
    await endWait(tx, due)
    return false
  }
  if (!paidAs(source) || (await awayFromHome(tx, memberId, look))) return false
  const { reason } = found
  const actionKey = `bonus_${reason}:${due.sourceType}:${due.sourceId}`
  const ending = { memberId, source, reason, actionKey, now }
  const freedFen = open.requiredFen - open.contributedFen
  await endBonus(tx, ending, { ...(await takesNow(tx, ending)), freedFen })
  await endWait(tx, due)
  return true
}

async function remind({ db }: Services, now: Date): Promise<number> {
  const until = new Date(now.getTime() + DAY_MS)
  return transaction(db, async tx => {
    const soon = await takeReminders(tx, { now, until, limit: AT_ONCE })
    const about = { kind: 'money', link: '/wageringAudit' } as const
    await notifyEach(
      tx,
      soon.map(each => ({
        memberId: each.memberId,
        title: '彩金即将到期',
        content: reminderOf(each),
        at: now,
        about,
      })),
    )
    return soon.length
  })
}

/** Says what happens, and urges nobody to play. */
const reminderOf = ({ sourceType, missingFen, expiresAt }: Ending) =>
  `您的一笔${sourceLabel(sourceType)}的最后期限为 ${beijing(expiresAt).slice(0, 16)}（北京时间），` +
  `还差流水 ¥${formatFen(missingFen)}。届时未完成的，只收回彩金本金，` +
  '所赢取的金额保留，流水要求随之取消。' +
  '您无需为此投注，也可以随时放弃这笔彩金。'
