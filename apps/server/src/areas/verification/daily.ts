import { tierLabel } from '@tianping/contract/verification/facts'
import { transaction } from '@tianping/database'
import { beijingDay } from '@tianping/money/day'
import type { Services } from '../../kernel/http/services.ts'
import { runDaily } from '../../kernel/jobs/daily.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { present } from '../../kernel/present.ts'
import { notify } from '../message/message.ts'
import { verificationSetting } from './setting.ts'
import { dropExpired } from './store/document.sql.ts'
import { endingSoon, standingOf } from './store/tier.sql.ts'

const JOB = 'verification'
const RUN_AT = '04:10'
const CHUNK = 50

type Working = Pick<Services, 'db' | 'clock' | 'log'>

/**
 * Deletes some of the documents whose time is over, each case with a line in the audit log; answers
 * how many.
 */
export async function dropOldDocuments({
  db,
  clock,
}: Pick<Working, 'db' | 'clock'>): Promise<number> {
  const { keepYears } = await verificationSetting(db)
  return transaction(db, async tx => {
    const found = await dropExpired(tx, CHUNK, keepYears)
    for (const { caseId, documents } of found)
      await audit(
        tx,
        clock.now(),
        { operator: null, address: '' },
        {
          action: 'verification.expire',
          subject: `verification:${caseId}`,
          after: { documents },
          note: '保存期满，文件已删除',
        },
      )
    return found.reduce((sum, { documents }) => sum + documents, 0)
  })
}

/** Tells members once that their tier ends soon. */
export async function remindOfEnds({ db, clock }: Working): Promise<number> {
  const { renewDays } = await verificationSetting(db)
  let reminded = 0
  for (;;) {
    const told = await transaction(db, async tx => {
      const ending = await endingSoon(tx, renewDays, CHUNK)
      for (const { memberId, validUntil } of ending) {
        const { reached } = await standingOf(tx, memberId)
        const day = beijingDay(
          new Date(present(validUntil, 'end of a tier that ends').getTime() - 1),
        )
        await notify(
          tx,
          memberId,
          '身份认证即将到期',
          `您的${tierLabel(reached)}将于 ${day} 到期，请在“我的-身份认证”更新证件，以免影响取款。`,
          clock.now(),
        )
      }
      return ending.length
    })
    if (told === 0) return reminded
    reminded += told
  }
}

/** Once a day, over all instances. */
export const runVerificationDay = (services: Working): Promise<number> =>
  runDaily(services, {
    name: JOB,
    runAt: RUN_AT,
    work: async () => ({ reminded: await remindOfEnds(services) }),
  })
