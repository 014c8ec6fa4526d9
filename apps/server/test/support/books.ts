import type { Db } from '@tianping/database'
import { examine } from '../../src/ledger/reconcile.ts'

/**
 * What must hold whatever happened: throws and names what does not. Call it at the end of every
 * test that moves money.
 */
export async function assertBooksHold(db: Db): Promise<void> {
  const { checks } = await examine(db)
  const wrong = checks.filter(
    check => check.severity === 'mismatch' && check.differences.length > 0,
  )
  if (wrong.length === 0) return
  const lines = wrong.flatMap(({ name, differences }) =>
    differences
      .slice(0, 5)
      .map(
        d =>
          `${name}: member ${d.memberId ?? '-'} ${d.subject}: expected ${d.expected}, found ${d.found}`,
      ),
  )
  throw new Error(`The books do not hold.\n${lines.join('\n')}`)
}
