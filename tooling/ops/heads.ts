// The ends of all hash chains, kept outside the database: what proves later that nothing before
// them was rewritten.
import type { Db } from '@tianping/database'
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import {
  auditHead,
  auditHashOf,
  firstBrokenAudit,
} from '../../apps/server/src/kernel/operator/audit.sql.ts'
import {
  chainHeads,
  differingHeads,
  type ChainHead,
  type Check,
  type ExtraCheck,
} from '../../apps/server/src/ledger/reconcile.ts'

const HEADS_A_CHECK = 5_000

/** The end of every account's chain and of the audit log, one line each. */
export async function* headLines(db: Db): AsyncGenerator<string> {
  for await (const head of chainHeads(db))
    yield `${head.memberId},${head.accountCode},${head.venueId},${head.version},${head.hash}\n`
  const audit = await auditHead(db)
  if (audit) yield `audit,${audit.auditId},${audit.hash}\n`
}

/** One line of a kept file, as `headLines` writes it. */
function headOf(line: string): ChainHead {
  const [memberId, accountCode, venueId, version, hash] = line.split(',')
  if (!memberId || !version || hash === undefined) throw new Error(`No chain head: ${line}`)
  return {
    memberId: BigInt(memberId),
    accountCode: Number(accountCode),
    venueId: Number(venueId),
    version: BigInt(version),
    hash,
  }
}

/** An extra check, so that its differences count and are kept like all others. */
export const verifyHeads =
  (file: string): ExtraCheck =>
  async db => {
    const differences: Check['differences'] = []
    let page: ChainHead[] = []
    const compare = async () => {
      differences.push(...(await differingHeads(db, page)))
      page = []
    }
    for await (const line of createInterface({ input: createReadStream(file) })) {
      // The audit log's own line is checked with its chain.
      if (line.startsWith('audit,')) continue
      page.push(headOf(line))
      if (page.length === HEADS_A_CHECK) await compare()
    }
    await compare()
    return [
      {
        name: 'kept-heads',
        rule: `every chain still contains the head that ${file} has`,
        severity: 'mismatch',
        differences,
      },
    ]
  }

/**
 * The audit log's chain, from its first row; with a kept file also that the file's row still stands
 * in it.
 */
export const checkAudit =
  (file: string | undefined): ExtraCheck =>
  async db => {
    const broken = await firstBrokenAudit(db)
    const differences: Check['differences'] =
      broken === null
        ? []
        : [
            {
              memberId: null,
              subject: `audit row ${broken}`,
              expected: 'follows from the row before',
              found: 'does not',
            },
          ]
    const [, auditId, hash] = file
      ? (/^audit,(\d+),([0-9a-f]{64})$/m.exec(readFileSync(file, 'utf8')) ?? [])
      : []
    if (auditId !== undefined && hash !== undefined) {
      const found = await auditHashOf(db, BigInt(auditId))
      if (found !== hash)
        differences.push({
          memberId: null,
          subject: `audit row ${auditId}`,
          expected: hash,
          found: found ?? 'gone',
        })
    }
    return [
      {
        name: 'audit-log',
        rule: 'every row of the audit log follows from the row before it',
        severity: 'mismatch',
        differences,
      },
    ]
  }
