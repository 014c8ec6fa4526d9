import { tierLabel } from '@tianping/contract/verification/facts'
import { transaction } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { runDaily } from '../../kernel/jobs/daily.ts'
import { eachAlone } from '../../kernel/jobs/eachAlone.ts'
import { present } from '../../kernel/present.ts'
import { notify } from '../message/message.ts'
import { verificationSetting } from './setting.ts'
import { endingSoon, standingOf, takeEnding } from './store/tier.sql.ts'

const JOB = 'verification'
const RUN_AT = '04:10'

type Working = Pick<Services, 'db' | 'clock' | 'log'>

/** Tells members once that their tier ends soon; who cannot be told keeps nobody else from it. */
export async function remindOfEnds({ db, clock }: Working): Promise<number> {
  const { renewDays } = await verificationSetting(db)
  const remind = ({ memberId }: { memberId: bigint }) =>
    transaction(db, async tx => {
      const ending = await takeEnding(tx, memberId, renewDays)
      if (!ending) return false
      const { reached } = await standingOf(tx, memberId)
      const until = present(ending.validUntil, 'end of a tier that ends')
      const day = beijingDay(new Date(until.getTime() - 1))
      await notify(
        tx,
        memberId,
        '身份认证即将到期',
        `您的${tierLabel(reached)}将于 ${day} 到期，请在“我的-身份认证”更新证件，以免影响取款。`,
        clock.now(),
        { kind: 'safety', link: '/verification' },
      )
      return true
    })
  const ending = await endingSoon(db, renewDays)
  const reminded = await eachAlone(ending, remind)
  return reminded.filter(Boolean).length
}

/** Once a day, over all instances. */
export const runVerificationDay = (services: Working): Promise<number> =>
  runDaily(services, {
    name: JOB,
    runAt: RUN_AT,
    work: async () => ({ reminded: await remindOfEnds(services) }),
  })
