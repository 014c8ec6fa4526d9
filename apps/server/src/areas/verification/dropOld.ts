import { transaction } from '@tianping/database'
import type { Services } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { verificationSetting } from './setting.ts'
import { dropExpired } from './store/document.sql.ts'

/** Cases whose documents are deleted at a time. */
const CHUNK = 50

/**
 * Deletes some of the documents whose time is over, each case with a line in the audit log; answers
 * how many.
 */
export async function dropOldDocuments({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
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
