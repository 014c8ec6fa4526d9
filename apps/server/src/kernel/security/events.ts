import type { SecurityKind } from '@tianping/contract/security/facts'
import { transaction, type Db } from '@tianping/database'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Refusal } from '../http/refusal.ts'
import { around } from '../trace/trace.ts'
import { coarse } from '../http/network.ts'
import { addEvents, countedSince, raiseAlert, dropEvents, type Counted } from './events.sql.ts'
import { dropChecks } from './program.sql.ts'
import { securityRule } from './setting.ts'

const MINUTE_MS = 60_000

/** Events of this long become one write and one log line per kind, subject and network. */
const GATHER_MS = 1_000
/**
 * Rows of one kind that a process begins in a minute; what is beyond counts without subject and
 * network. By kind, so that a flood of one hides nothing of another.
 */
const MOST_ROWS_A_MINUTE = 100

/** Whom it is about: `member:100001`, `operator:3`; empty where nobody is known. */
export type Noted = { kind: SecurityKind; subject: string; address: string }
/** Who made the call that was refused. */
export type RefusedTo = { memberId: bigint | null; operatorId?: bigint | null; address: string }

/** Refusals that say more than their code on the wire; null is no security event. */
const kindsOfReasons: Record<string, SecurityKind | null> = {
  'login.wrong': 'login_failed',
  'login.locked': 'login_failed',
  'login.once_over': 'login_failed',
  'login.proof_needed': 'login_guarded',
  'factor.code_wrong': 'login_failed',
  'factor.recovery_wrong': 'login_failed',
  'factor.passkey_wrong': 'login_failed',
  'contact.code_wrong': 'login_failed',
  'agent.login_wrong': 'login_failed',
  'agent.login_locked': 'login_failed',
  'sign_in.wrong': 'operator_login_failed',
  'sign_in.code_wrong': 'operator_login_failed',
  'sign_in.recovery_code_wrong': 'operator_login_failed',
  'sign_in.passkey_failed': 'operator_login_failed',
  'sign_in.network': 'operator_login_failed',
  'callback.signature': 'signature_refused',
  // Steps that everybody with such an account takes.
  'password.must_change': null,
  'login.second_step': null,
  'agent.second_step': null,
}
const kindsOfCodes: Record<number, SecurityKind> = {
  401: 'unauthorized',
  403: 'forbidden',
  429: 'throttled',
}

function subjectOf({ memberId, operatorId }: Omit<RefusedTo, 'address'>): string {
  if (operatorId) return `operator:${operatorId}`
  return memberId === null ? '' : `member:${memberId}`
}

/**
 * Counts what the site's defence refused or noticed, beside the calls: nobody waits for it or fails
 * by it. Counts of a second are written together, as one log line and one row for each kind,
 * subject and network, without personal data.
 */
export class SecurityEvents {
  private readonly db: Db
  private readonly clock: Clock
  private readonly log: Logger
  private gathered = new Map<string, Counted>()
  private readonly begun = { minute: 0, rows: new Map<SecurityKind, Set<string>>() }
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()
  /** Called with the kind of each event. */
  onNoted: (kind: SecurityKind) => void = () => {}

  constructor(db: Db, clock: Clock, log: Logger) {
    this.db = db
    this.clock = clock
    this.log = log
  }

  note({ kind, subject, address }: Noted): void {
    this.onNoted(kind)
    const now = this.clock.now()
    const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
    const full = { subject, address: coarse(address) }
    const where = this.fits(kind, `${full.subject} ${full.address}`, minute)
      ? full
      : { subject: '', address: '' }
    const key = `${kind} ${where.subject} ${where.address} ${minute}`
    const known = this.gathered.get(key)
    if (known) {
      known.times++
      known.lastAt = now
    } else {
      const counted = { kind, ...where, minute: new Date(minute), times: 1 }
      this.gathered.set(key, { ...counted, firstAt: now, lastAt: now })
    }
    // What is written later belongs to no single call.
    this.timer ??= around.exit(() => setTimeout(() => void this.settled(), GATHER_MS).unref())
  }

  /** Notes what somebody did. */
  noteBy(kind: SecurityKind, by: RefusedTo): void {
    this.note({ kind, subject: subjectOf(by), address: by.address })
  }

  /** Notes a refusal, where its reason or its code is one of those that are watched. */
  refused(refusal: Pick<Refusal, 'said' | 'memberId' | 'operatorId'>, by: RefusedTo): void {
    const { reason, code } = refusal.said
    const kind = Object.hasOwn(kindsOfReasons, reason) ? kindsOfReasons[reason] : kindsOfCodes[code]
    if (!kind) return
    this.noteBy(kind, {
      address: by.address,
      memberId: refusal.memberId ?? by.memberId,
      operatorId: refusal.operatorId ?? by.operatorId ?? null,
    })
  }

  /** Writes what was gathered; resolves when everything noted before is written. */
  settled(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.writing = this.writing.then(() => this.write())
    return this.writing
  }

  /** Whether a row may be begun this minute, or was. */
  private fits(kind: SecurityKind, row: string, minute: number): boolean {
    if (this.begun.minute !== minute) {
      this.begun.rows.clear()
      this.begun.minute = minute
    }
    const rows = this.begun.rows.get(kind) ?? new Set()
    this.begun.rows.set(kind, rows)
    if (rows.size < MOST_ROWS_A_MINUTE) rows.add(row)
    return rows.has(row)
  }

  private async write(): Promise<void> {
    if (this.gathered.size === 0) return
    const counted = [...this.gathered.values()]
    this.gathered = new Map()
    for (const { kind, subject, address, times } of counted)
      this.log.info({ security: kind, subject, address, times }, 'security event')
    try {
      await addEvents(this.db, counted)
      await this.raiseAlerts(new Set(counted.map(({ kind }) => kind)))
    } catch (error) {
      this.log.warn({ err: error as Error, lost: counted.length }, 'security events not written')
    }
  }

  private async raiseAlerts(kinds: Set<SecurityKind>): Promise<void> {
    const { version, value } = await securityRule(this.db)
    const at = this.clock.now()
    for (const kind of kinds) {
      const { enabled, times: threshold, minutes, each } = value.alerts[kind]
      if (!enabled) continue
      const since = new Date(at.getTime() - minutes * MINUTE_MS)
      for (const { subject, times } of await countedSince(this.db, kind, each, since, threshold)) {
        const alert = { kind, subject, times, threshold, minutes, ruleVersion: version, at }
        const raised = await transaction(this.db, tx => raiseAlert(tx, alert))
        if (raised) this.log.warn({ alert: kind, subject, times, minutes }, 'security alert')
      }
    }
  }
}

/** So many days events and seen alerts are kept. */
export const securityKeepDays = async (db: Db): Promise<number> =>
  (await securityRule(db)).value.keepDays

/** Forgets some of the events, seen alerts and checks before a moment; answers how many. */
export const dropSecurity = async (db: Db, before: Date, limit: number): Promise<number> =>
  (await dropEvents(db, before, limit)) + (await dropChecks(db, before, limit))
