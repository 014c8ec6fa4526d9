// Rows for the lists of `everyList.test.ts` that are about one member, or that have no state of the
// usual kind: three of one moment each, so that numbers tell them apart.
import type { SortedList } from '@tianping/contract/sorts'
import { sql, type Sql } from '@tianping/database'

/** What the rows are made of; each is one row for `n`. */
type Made = { memberId: bigint; at: Sql; all: Sql }
export type Filled = {
  fill: Sql
  /** What the call is asked for in every test. */
  body?: object
  /** Filters that leave some of the rows. */
  narrower?: object[]
  /** It is narrowed by days. */
  undated?: true
}
type Fills = Partial<Record<SortedList, Filled>>

const MONTH = '2026-12'
const TERMS = JSON.stringify({ kind: 'code', amountFen: 100, uses: 1, code: 'PAGED' })

const ofOneMember = ({ memberId, at, all }: Made): Fills => {
  const body = { id: Number(memberId) }
  return {
    'POST /api/console/members/ledger': {
      body,
      narrower: [{ code: 'deposit' }, { code: 'venue_in' }, { from: '2026-11-20' }],
      fill: sql`
        with made as (insert into ledger.transaction (member_id, transaction_id, idempotency_key, request_hash, code, phase, amount,
          source_type, source_id, actor_type, actor_id, effective_at, created_at)
          select ${memberId}, uuidv7(${at} - clock_timestamp()), 'every' || n, sha256('x'),
            case when n % 2 = 0 then 'deposit' else 'venue_in' end, 'single', 100,
            'test', 's' || n, 'system', 'test', ${at}, ${at} from ${all}
              returning member_id, transaction_id, substr(source_id, 2)::bigint as n)
        insert into ledger.entry (member_id, transaction_id, line_no, account_code, venue_id, layer, amount, balance_after,
          account_version, hash)
        select member_id, transaction_id, line, 100, 0, 'posted', 100, 100 * line, 2 * n + line, sha256('x')
          from made, generate_series(1, 1 + n % 2) line`,
    },
    'POST /api/console/members/referrals': {
      body,
      fill: sql`
        insert into member (member_id, name, realname, mobile, mobile_digest, mobile_tail, password_hash, pay_password_hash, invite_code,
          referrer_id, created_at)
        overriding system value
        select ${memberId} + 1000 + n, 'invited' || n, '', '', sha256(('i' || n)::bytea), '0000', 'x', 'x', 'I' || n, ${memberId}, ${at}
          from ${all}`,
    },
    'POST /api/console/members/devices': {
      body,
      fill: sql`
        insert into device_trace (member_id, device, address, agent, first_at, last_at)
        select ${memberId}, md5(n::text), '203.0.113.7', 'x', ${at}, ${at} from ${all}`,
    },
    'POST /api/console/members/places': {
      body,
      fill: sql`
        insert into login_trace (member_id, address, agent, first_at, last_at)
        select ${memberId}, '203.0.113.' || n, '浏览器 ' || n, ${at}, ${at} from ${all}`,
    },
    'POST /api/console/members/notes': {
      body,
      fill: sql`
        insert into member_note (member_id, content, written_by, written_at) select ${memberId}, 'x', 'support', ${at} from ${all}`,
    },
    'POST /api/console/members/refusals': {
      body,
      fill: sql`
        insert into refusal (member_id, call, reason, request_id, refused_at)
        select ${memberId}, 'POST /api/withdraw', 'request.invalid', 'r' || n, ${at} from ${all}`,
    },
    'POST /api/console/agents/tree': {
      body: { parent: Number(memberId) },
      undated: true,
      // The members that were invited above.
      fill: sql`select 1`,
    },
    'POST /api/console/statements/lines': {
      body: { agent_id: Number(memberId), month: MONTH },
      undated: true,
      fill: sql`
        with made as (insert into agent_statement (agent_id, month, from_day, until_day, rule_version, rule, members, active, base_fen,
          carried_in_fen,
            commissionable_fen, hundredths, commission_fen, carried_out_fen, state, made_at)
          select ${memberId}, ${MONTH}::text, '2026-12-01', '2027-01-01', 1, '{}', count(*), count(*), 1, 0, 1, 10, 100, 0, 1, min(${at})
            from ${all})
        insert into agent_statement_line (agent_id, month, member_id, stake_fen, valid_fen, payout_fen, promotions_fen,
          corrected_stake_fen, corrected_valid_fen, corrected_payout_fen, corrected_promotions_fen, active)
        select ${memberId}, ${MONTH}, ${memberId} + n, 100, 100, 0, 0, 0, 0, 0, 0, true from ${all}`,
    },
    'POST /api/console/statements/firsts': {
      body: { agent_id: Number(memberId), month: MONTH },
      undated: true,
      fill: sql`
        insert into agent_cpa (member_id, agent_id, month, deposit_no, fen)
        select ${memberId} + n, ${memberId}, ${MONTH}, 'D' || n, 100 from ${all}`,
    },
  }
}

const ofMembers = ({ memberId, at, all }: Made): Fills => {
  const other = sql`${memberId} + n`
  const state = sql`case when n % 2 = 0 then 2 else 1 end`
  const who = sql`case when n % 2 = 0 then 'x' else '' end`
  const decided = sql`case when n % 2 = 0 then ${at} end`
  const half = { narrower: [{ state: 1 }, { states: '1,2' }] }
  return {
    'POST /api/console/members/tests/list': {
      ...half,
      fill: sql`
        insert into test_account (member_id, reason, state, asked_by, asked_at, decided_by, decided_at)
        select ${other}, 'x', ${state}, 'asker', ${at}, ${who}, ${decided} from ${all}`,
    },
    'POST /api/console/protection-requests/list': {
      ...half,
      fill: sql`
        insert into protection_request (member_id, kind, channel, reason, asked_by, asked_at, state, decided_by, decided_at)
        select ${other}, 'return', 'phone', 'x', 'asker', ${at}, ${state}, ${who}, ${decided} from ${all}`,
    },
    'POST /api/console/leftovers/list': {
      narrower: [{ venue_id: 1 }],
      fill: sql`
        insert into play_end (member_id, venue_id, asked_at) select ${other}, 1, ${at} from ${all}`,
    },
    'POST /api/console/assessments/list': {
      fill: sql`
        insert into member_assessment (member_id, reached_at, due_at) select ${other}, ${at}, ${at} from ${all}`,
    },
    'POST /api/console/blocks/list': {
      body: { state: '' },
      narrower: [{ kind: 'staff' }],
      fill: sql`
        insert into member_block (member_id, kind, term, until, reason, set_by, set_at)
        select ${other}, case when n % 2 = 0 then 'staff' else 'timeout' end, 'x', ${at} + interval '1 day', 'x', 'x', ${at} from ${all}`,
    },
    'POST /api/console/limits/list': {
      narrower: [{ kind: 'loss_day' }],
      fill: sql`
        insert into member_limit (member_id, kind, amount, set_by, set_at, source)
        select ${other}, case when n % 2 = 0 then 'loss_day' else 'deposit_day' end, 100, '', ${at}, 'member' from ${all}`,
    },
    'POST /api/console/payees/list': {
      narrower: [{ state: 'waiting' }],
      fill: sql`
        with cards as (insert into card (member_id, kind, bank, bank_owner, phone, number_sealed, number_digest, number_tail, bound_at,
          action_key)
          select ${other}, 1, '甲', 'x', '', '', sha256(n::text::bytea), '0000', ${at}, 'c' || n from ${all}
            returning member_id, card_id, bound_at)
        insert into payee (member_id, card_id, added_by, added_at) select member_id, card_id, 'x', bound_at from cards`,
    },
    'POST /api/console/debts/list': {
      fill: sql`
        insert into member_debt (member_id, owed_fen, changed_at) select ${other}, 100, ${at} from ${all}`,
    },
    'POST /api/console/vip-releases/waiting': {
      fill: sql`
        insert into vip_waiting (member_id, vip, since, day, deposit_fen, turnover_fen)
        select ${other}, 2, ${at}::date, ${at}::date, 100, 100 from ${all}`,
    },
    'POST /api/console/vip-releases/list': {
      ...half,
      fill: sql`
        insert into vip_release (member_id, vip, affordability_on, affordability, harm_on, harm, diligence_on, diligence, recorded_by,
          recorded_at, state, decided_by, decided_at)
        select ${other}, 2, '2026-11-01', 'x', '2026-11-01', 'x', '2026-11-01', 'x', 'asker', ${at}, ${state}, ${who}, ${decided}
          from ${all}`,
    },
  }
}

const ofTheHouse = ({ memberId, at, all }: Made): Fills => ({
  'POST /api/console/duties/list': {
    fill: sql`
      insert into duty_record (kind, subject, done_on, done_by, reference, sha256, note, added_by, added_at)
      select 'penetration_test', '', ${at}::date, 'x', 'r' || n, '', '', 'x', ${at} from ${all}`,
  },
  'POST /api/console/duties/backups': {
    fill: sql`
      insert into backup_run (kind, outcome, started_at, ended_at) select 'backup', 'passed', ${at}, ${at} from ${all}`,
  },
  'POST /api/console/giveaway-codes/list': {
    body: { id: 1 },
    undated: true,
    fill: sql`
      with made as (insert into giveaway (kind, name, note, terms, budget_fen, turnover_times, min_vip, starts_at, ends_at, proposed_by,
        proposed_at)
        select 'code', 'x', '', ${TERMS}::jsonb, 100, 1, 0, '2026-01-01', '2026-12-31', 'x', '2026-01-01' returning giveaway_id)
      insert into giveaway_code (code, giveaway_id, most_uses)
      select 'CODE' || lpad(n::text, 4, '0'), giveaway_id, 1 from made, ${all}`,
  },
  // After the codes: their giveaway is the first one.
  'POST /api/console/giveaways/list': {
    narrower: [{ state: 3 }, { states: '1,3' }],
    fill: sql`
      insert into giveaway (kind, name, terms, budget_fen, turnover_times, starts_at, ends_at, proposed_by, proposed_at, state,
        decided_by, decided_at)
      select 'code', 'g' || n, ${TERMS}::jsonb, 100, 1, ${at}, ${at} + interval '1 day', 'x', ${at},
        case when n % 2 = 0 then 3 else 1 end, 'y', ${at} from ${all}`,
  },
  'POST /api/console/campaigns/list': {
    narrower: [{ state: 3 }, { states: '1,3' }],
    fill: sql`
      insert into campaign (name, starts_at, ends_at, budget_fen, turnover_times, goal, goal_days, proposed_by, proposed_at, next_at,
        state, decided_by)
      select 'c' || n, ${at}, ${at} + interval '1 day', 100, 1, 'deposit', 7, 'x', ${at}, ${at}, case when n % 2 = 0 then 3 else 1 end,
        'y' from ${all}`,
  },
  'POST /api/console/journeys/list': {
    narrower: [{ state: 1 }],
    fill: sql`
      insert into journey (series_id, name, trigger, days, title, content, bonus_fen, turnover_times, per_day, month_fen, starts_at,
        ends_at, proposed_by, proposed_at, next_at)
      select 100 + n, 'j' || n, 'registered', 1, 't', 'c', 0, 1, 10, 0, ${at}, ${at} + interval '30 days', 'x', ${at}, ${at} from ${all}`,
  },
  'POST /api/console/tournaments/list': {
    narrower: [{ state: 2 }, { states: '1,2' }],
    fill: sql`
      insert into tournament (name, measure, least_stake_fen, prizes_fen, budget_fen, turnover_times, starts_at, planned_ends_at, ends_at,
        settle_minutes, proposed_by, proposed_at, state, decided_by, decided_at)
      select 't' || n, 'stake', 1, '{100}', 100, 1, ${at}, ${at} + interval '1 day', ${at} + interval '1 day', 0, 'x', ${at},
        case when n % 2 = 0 then 2 else 1 end,
        case when n % 2 = 0 then 'y' else '' end, case when n % 2 = 0 then ${at} end from ${all}`,
  },
  'POST /api/console/incidents/list': {
    narrower: [{ kind: 'mispay' }],
    fill: sql`
      insert into incident (kind, title, description, found_at, began_at, opened_by, opened_at)
      select case when n % 2 = 0 then 'mispay' else 'outage' end, 'i' || n, 'x', ${at}, ${at}, 'x', ${at} from ${all}`,
  },
  'POST /api/console/voids/list': {
    fill: sql`
      insert into void_round (venue_id, round_id, game_code, bets, members, stake_fen, seen_at)
      select 1, '局' || n, 'x', 1, 1, 100, ${at} from ${all}`,
  },
  'POST /api/console/reports/list': {
    fill: sql`
      insert into compliance_report (from_day, to_day, asked_by, asked_at, steps)
      select ${at}::date, ${at}::date, 'x', ${at}, 1 from ${all}`,
  },
  'POST /api/console/funds/list': {
    fill: sql`
      insert into funds_day (day, wallets_fen, venues_fen, payable_fen, counted_at) select ${at}::date - n, n, 0, 0, ${at} from ${all}`,
  },
  'POST /api/console/retention/list': {
    narrower: [{ class: 'refusals' }],
    fill: sql`
      insert into retention_run (class, day, cutoff, rule_version, began_at)
      select (array['refusals', 'devices', 'visits'])[1 + n % 3], ${at}::date - n / 3, ${at}, 1, ${at} from ${all}`,
  },
  'POST /api/console/screening/versions/list': {
    narrower: [{ list: 'un' }],
    fill: sql`
      insert into screening_version (list, format, filename, bytes, state, brought_by, brought_at)
      select case when n % 2 = 0 then 'un' else 'pep' end, 'simple_csv', 'f' || n, 1, 'failed', 'x', ${at} from ${all}`,
  },
  'POST /api/console/screening/runs/list': {
    fill: sql`
      insert into screening_run (reason, begun_at, finished_at) select 'person', ${at}, ${at} from ${all}`,
  },
  'POST /api/console/security/program/list': {
    fill: sql`
      insert into program_check (at, instance, origin, state, manifest, files, differs, differing)
      select ${at}, 'x', 'job', 'same', 'x', 1, 0, '{}' from ${all}`,
  },
  'POST /api/console/exports/list': {
    fill: sql`
      insert into console_export (ticket_hash, operator_id, operator, list, filters, columns, begun_at)
      select sha256(n::text::bytea), 1, 'x', 'x', '{}', '{}', ${at} from ${all}`,
  },
  'POST /api/console/reconciliation/runs': {
    fill: sql`
      insert into ledger.reconciliation_run (run_id, started_at, mismatches, attentions, report)
      select uuidv7(${at} - clock_timestamp()), ${at}, 0, 0, '{}' from ${all}`,
  },
  'POST /api/console/rails/days/list': {
    fill: sql`
      insert into rail_day (rail_no, day, source, compared_at, our_lines, their_lines, our_payments_fen, their_payments_fen,
        our_payouts_fen,
        their_payouts_fen, our_refunds_fen, their_refunds_fen, our_fees_fen, their_fees_fen, differences, run_id)
      select rail_no, '2026-11-20'::date - n, 'file', ${at}, 1, 1, n, n, 0, 0, 0, 0, 0, 0, 0, gen_random_uuid() from rail,
        generate_series(1, 20) n`,
  },
  'POST /api/console/rails/settlements/list': {
    fill: sql`
      insert into rail_settlement (rail_no, amount_fen, reference, noted_by, noted_at)
      select (select min(rail_no) from rail), 100, 'r' || n, 'x', ${at} from ${all}`,
  },
  'POST /api/console/figures/entries/list': {
    body: { figure: 'bonus', from: '2026-11-01', to: '2026-11-20' },
    // Its span is a year at most.
    undated: true,
    fill: sql`
      with known as (update ledger.fact_progress set through_xid = '9000000000'),
        days as (insert into ledger.member_day (member_id, day, deposits, deposit_fen, withdrawals, withdrawal_fen, bonus_fen, packet_fen,
          rebate_fen,
          commission_fen, adjustment_fen, fee_fen)
        select ${memberId}, (${at} at time zone 'Asia/Shanghai')::date, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0 from ${all} group by 2),
        made as (insert into ledger.transaction (member_id, transaction_id, idempotency_key, request_hash, code, phase, amount,
          source_type, source_id, actor_type, actor_id, effective_at, created_at)
        select ${memberId}, uuidv7(${at} - clock_timestamp()), 'bonus' || n, sha256('x'), 'activity_bonus', 'single', 100, 'test',
          'b' || n, 'system', 'test', ${at}, ${at}
        from ${all} returning member_id, transaction_id)
      insert into ledger.entry (member_id, transaction_id, line_no, account_code, venue_id, layer, amount)
      select member_id, transaction_id, line, 320, 0, 'posted', 100 * line from made, generate_series(1, 2) line`,
  },
  'POST /api/console/figures/files/list': {
    fill: sql`
      insert into report_file (plan, name, from_day, to_day, format, content, lines, made_at)
      select 'p' || n, 'x', '2026-11-01', '2026-11-01', 'csv', 'x', 1, ${at} from ${all}`,
  },
  'POST /api/console/figures/members/list': {
    body: { figure: 'stake', from: '2026-11-01', to: '2026-11-20' },
    narrower: [
      { by: 'venue', group_key: '1' },
      { by: 'member', group_key: String(memberId + 3n) },
    ],
    undated: true,
    fill: sql`
      insert into play_day (member_id, day, venue_id, game_code, bets, stake_fen, valid_fen, payout_fen)
      select ${memberId} + n, '2026-11-20', 1 + n % 2, 'x', 1, 100 * (n / 3), 0, 0 from ${all}`,
  },
  'POST /api/console/figures/funnel/list': {
    body: { step: 'first_deposit', from: '2026-11-10', to: '2026-11-10' },
    undated: true,
    fill: sql`
      with joined as (update member set created_at = '2026-11-10 12:00:00+08' where member_id > ${memberId}
        and member_id <= ${memberId} + 47)
      insert into ledger.member_first (member_id, first_deposit_at)
      select ${memberId} + n, '2026-11-10 13:00:00+08' from ${all}`,
  },
  'POST /api/console/figures/cohort/list': {
    // Of the same first deposits; their week began on a Monday.
    body: { begins: '2026-11-09', from: '2026-11-10', to: '2026-11-10' },
    narrower: [{ at: 0, measure: 'deposit' }],
    undated: true,
    fill: sql`
      insert into ledger.member_day (member_id, day, deposits, deposit_fen, withdrawals, withdrawal_fen, bonus_fen, packet_fen, rebate_fen,
        commission_fen, adjustment_fen, fee_fen)
      select ${memberId} + n, '2026-11-10', 1, 100, 0, 0, 0, 0, 0, 0, 0, 0 from ${all} where n % 2 = 0`,
  },
  'POST /api/console/figures/owed/list': {
    body: { item: 'wallets' },
    undated: true,
    fill: sql`
      insert into ledger.account (member_id, account_code, posted_balance)
      select ${memberId} + n, 100, 100 * (1 + n / 3) from ${all}
      on conflict (member_id, account_code, venue_id) do update set posted_balance = excluded.posted_balance`,
  },
  'POST /api/console/staff/list': {
    body: { q: 'paged' },
    narrower: [{ role: 'finance' }],
    undated: true,
    fill: sql`
      insert into operator (name, password_hash, role, created_at)
      select 'paged_' || n, 'x', case when n % 2 = 0 then 'finance' else 'risk' end, ${at} from ${all}`,
  },
  'POST /api/console/staff/requests': {
    narrower: [{ state: 1 }, { states: '1,3' }],
    fill: sql`
      insert into staff_request (kind, subject, before, after, payload, note, proposed_by, proposed_at, state, decided_by, decided_at)
      select 'password', 'operator:o' || n, '{}', '{}', '{}', '', 'x', ${at}, case when n % 2 = 0 then 3 else 1 end,
        case when n % 2 = 0 then 'y' else '' end, case when n % 2 = 0 then ${at} end from ${all}`,
  },
})

/** By call; the order is that of filling. */
export function laterLists(given: Made): Fills {
  const made = { ...given, at: sql`(${given.at})` }
  return { ...ofOneMember(made), ...ofMembers(made), ...ofTheHouse(made) }
}
