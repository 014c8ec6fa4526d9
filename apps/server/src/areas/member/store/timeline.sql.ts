// What happened to a member, read from the tables that know it, newest first and by key: each table
// gives no more than a page behind the cursor, by its own index.
import type { TimelineKind } from '@tianping/contract/member/facts'
import { rows, sql, type Db, type Sql } from '@tianping/database'
import {
  behindMoment,
  foundOf,
  inOrderOf,
  momentKey,
  window,
  type Keyed,
  type Paging,
} from '../../../kernel/operator/pages.sql.ts'

/** `about` is what the words are made of, besides the state. */
export type TimelineRow = Keyed & {
  kind: TimelineKind
  at: Date
  no: string
  fen: bigint | null
  state: string
  about: string
}

/** A table of which `t` gives rows of one kind; what is not named is empty. */
type Source = { from: Sql; at: Sql; no: Sql; fen?: Sql; state?: Sql; about?: Sql }

const sources: Record<TimelineKind, Source> = {
  deposit: {
    from: sql`deposit_order t`,
    at: sql`t.created_at`,
    no: sql`t.deposit_no`,
    fen: sql`t.amount_fen`,
    state: sql`t.state::text`,
    about: sql`t.method || ':' || (
      select count(*) from provider_callback c
      where c.deposit_no = t.deposit_no and c.deposit_no <> '')`,
  },
  withdrawal: {
    from: sql`withdrawal_order t`,
    at: sql`t.created_at`,
    no: sql`t.withdrawal_no`,
    fen: sql`t.amount_fen`,
    state: sql`t.state::text`,
  },
  transfer: {
    from: sql`venue_transfer t join venue v using (venue_id)`,
    at: sql`t.created_at`,
    no: sql`t.tx_id`,
    fen: sql`coalesce(t.moved_fen, t.amount_fen)`,
    state: sql`t.state::text`,
    about: sql`t.direction || ':' || v.platname`,
  },
  bet: {
    from: sql`bet t join venue v using (venue_id)`,
    at: sql`t.placed_at`,
    no: sql`t.bet_id`,
    fen: sql`t.stake_fen`,
    state: sql`t.status::text`,
    about: sql`t.net_fen::text || ':' || v.platname`,
  },
  redpacket: {
    from: sql`redpacket_draw t`,
    at: sql`t.claimed_at`,
    no: sql`t.draw_id`,
    fen: sql`t.amount_fen`,
  },
  rebate: {
    from: sql`rebate_claim t`,
    at: sql`t.claimed_at`,
    no: sql`t.claim_no::text`,
    fen: sql`t.amount_fen`,
  },
  application: {
    from: sql`activity_application t join activity a using (activity_id)`,
    at: sql`t.applied_at`,
    no: sql`t.application_id`,
    fen: sql`t.bonus_fen`,
    state: sql`t.state::text`,
    about: sql`a.title`,
  },
  adjustment: {
    from: sql`adjustment t`,
    at: sql`t.proposed_at`,
    no: sql`t.adjustment_id`,
    fen: sql`t.amount_fen`,
    state: sql`t.state::text`,
    about: sql`t.reason`,
  },
  card: {
    from: sql`card t`,
    at: sql`t.bound_at`,
    no: sql`t.card_id::text`,
    about: sql`t.bank || ':' || t.number_tail`,
  },
  change: {
    from: sql`account_change t`,
    at: sql`t.at`,
    no: sql`t.change_id::text`,
    state: sql`t.kind`,
    about: sql`t.operator`,
  },
  login: {
    from: sql`login_trace t`,
    at: sql`t.last_at`,
    no: sql`md5(t.address || t.agent)`,
    state: sql`t.times::text`,
    about: sql`t.address`,
  },
  block: {
    from: sql`member_block t`,
    at: sql`t.set_at`,
    no: sql`t.block_id::text`,
    state: sql`t.kind`,
    about: sql`t.set_by`,
  },
  note: {
    from: sql`member_note t`,
    at: sql`t.written_at`,
    no: sql`t.note_id::text`,
    state: sql`t.written_by`,
    about: sql`t.content`,
  },
  message: {
    from: sql`message t`,
    at: sql`t.created_at`,
    no: sql`t.message_id::text`,
    about: sql`t.title`,
  },
  ticket: {
    from: sql`ticket t`,
    at: sql`t.created_at`,
    no: sql`t.ticket_no`,
    state: sql`t.topic`,
  },
  complaint: {
    from: sql`complaint t`,
    at: sql`t.created_at`,
    no: sql`t.complaint_no`,
  },
  flag: {
    from: sql`risk_flag t`,
    at: sql`t.raised_at`,
    no: sql`t.flag_id::text`,
    state: sql`t.kind`,
  },
  refusal: {
    from: sql`refusal t`,
    at: sql`t.refused_at`,
    no: sql`t.refusal_id::text`,
    state: sql`t.reason`,
    about: sql`t.given::text`,
  },
}

/** The rows of one kind behind the cursor, as many as a page can show. */
function rowsOf(kind: TimelineKind, memberId: bigint, p: Paging): Sql {
  const { from, at, no, fen = sql`null::bigint`, state = sql`''`, about = sql`''` } = sources[kind]
  const key = sql`${kind}::text || ':' || ${no}`
  return sql`
    (select ${kind}::text as kind, ${at} as at, ${no} as no, ${key} as key, ${fen} as fen,
      ${state} as state, ${about} as about
    from ${from} where t.member_id = ${memberId} and ${behindMoment(p, at, key, true)}
    order by ${inOrderOf(p, at, key, true)} limit ${p.limit + 1})`
}

export async function timelineOf(
  db: Db,
  memberId: bigint,
  kinds: readonly TimelineKind[],
  p: Paging,
) {
  if (kinds.length === 0) return foundOf<TimelineRow>(p, [])
  const all = kinds.map(kind => rowsOf(kind, memberId, p))
  const found = await rows(
    db,
    sql<TimelineRow>`
    select e.kind, e.at, e.no, e.fen, e.state, e.about, ${momentKey(sql`e.at`, sql`e.key`)}
    from (${sql.join(all, sql` union all `)}) e
    order by ${inOrderOf(p, sql`e.at`, sql`e.key`, true)} ${window(p)}`,
  )
  return foundOf(p, found)
}
