import type { Services } from '../../kernel/http/services.ts'
import { statedOf } from './cases.ts'
import { CheckRefused, type Check, type IdentityProvider } from './provider.ts'
import { openFile } from '../../kernel/files/sealedFile.ts'
import { verificationSetting } from './setting.ts'
import {
  checkSent,
  handOverdue,
  handToPerson,
  retryCheck,
  takeChecks,
  type Case,
} from './store/case.sql.ts'
import { documentsOf, sealedDocument } from './store/document.sql.ts'

const AT_ONCE = 2
/** Then a person looks at it. */
const MAX_ATTEMPTS = 6
const FIRST_DELAY_S = 5

/** Names a check: which case, and the how manieth time it was handed in. */
export const checkName = ({ caseId, checkRound }: Pick<Case, 'caseId' | 'checkRound'>): string =>
  `kyc-${caseId}-${checkRound}`

/** The case and the round of a name of ours; undefined for any other. */
export function checkNamed(name: string): { caseId: bigint; round: number } | undefined {
  const [, caseId, round] = /^kyc-(\d{1,15})-(\d{1,6})$/.exec(name) ?? []
  return caseId && round ? { caseId: BigInt(caseId), round: Number(round) } : undefined
}

/**
 * Starts the checks that are due; answers how many. A provider that fails leaves them to people.
 */
export async function startChecks(
  services: Pick<Services, 'db' | 'settings' | 'identity' | 'log'>,
): Promise<number> {
  const { db, identity } = services
  // What nobody checks any more is for a person at once.
  await handOverdue(db, identity ? (await verificationSetting(db)).answerHours : 0)
  if (!identity) return 0
  const due = await takeChecks(db, AT_ONCE)
  for (const each of due) await startOne(services, identity, each)
  return due.length
}

async function startOne(
  services: Pick<Services, 'db' | 'settings' | 'log'>,
  identity: IdentityProvider,
  found: Case,
) {
  const { db, log } = services
  try {
    await identity.start(await checkOf(services, found))
    await checkSent(db, found.caseId)
  } catch (error) {
    const { checkAttempts: attempts, caseId } = found
    log.warn({ err: error as Error, check: checkName(found), attempts }, 'check not started')
    if (error instanceof CheckRefused || attempts >= MAX_ATTEMPTS) await handToPerson(db, caseId)
    else await retryCheck(db, caseId, FIRST_DELAY_S * 2 ** (attempts - 1))
  }
}

async function checkOf(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  found: Case,
): Promise<Check> {
  const keys = settings.documentKey
  const documents: Check['documents'] = []
  for (const { documentId } of await documentsOf(db, found.caseId)) {
    const sealed = await sealedDocument(db, documentId)
    if (!sealed) continue
    documents.push({
      kind: sealed.kind,
      type: sealed.type === 'pdf' ? 'pdf' : 'webp',
      content: openFile(keys, found.memberId, sealed).toString('base64'),
    })
  }
  const { tier, paper } = found
  return { check: checkName(found), tier, paper, ...statedOf(keys, found), documents }
}
