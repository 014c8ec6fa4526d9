-- Venues that keep no wallet and call ours instead (docs/venues.md, docs/money.md): every call that was judged, once by its
-- number, with the answer that a repetition gets.
create table seamless_call (
  member_id bigint not null references member,
  venue_id smallint not null references venue,
  transaction_uuid uuid not null,
  kind text not null check (kind in ('bet', 'win', 'rollback')),
  -- The bet of a win; what a rollback undoes. Null for a bet, and for a bonus that belongs to no bet.
  reference_uuid uuid,
  round_id text not null check (length(round_id) between 1 and 120),
  round_closed boolean not null,
  game_code text not null,
  amount_fen bigint not null check (amount_fen between 0 and 1000000000000),
  -- A free round or a bonus: it takes nothing from the wallet.
  is_free boolean not null,
  -- Of everything that makes two calls the same.
  digest bytea not null check (length(digest) = 32),
  -- The launch that a bet was placed in.
  ticket text,
  -- What was answered, word and balance.
  status text not null check (length(status) between 5 and 60),
  balance_fen bigint not null,
  -- What a rollback of a win could not take back, because the wallet had less.
  short_fen bigint not null default 0 check (short_fen >= 0),
  at timestamptz not null,
  primary key (member_id, venue_id, transaction_uuid)
);
-- One number counts once at a venue, whoever is named with it.
create unique index seamless_call_once on seamless_call (venue_id, transaction_uuid);
create index seamless_call_reference on seamless_call (member_id, venue_id, reference_uuid) where reference_uuid is not null;
create index seamless_call_closed on seamless_call (member_id, venue_id, round_id) where round_closed and status = 'RS_OK';
create index seamless_call_short on seamless_call (at) where short_fen > 0;
create index bet_open on bet (member_id, venue_id, round_id) where status = 2;
revoke update, delete, truncate on seamless_call from tianping_app;

-- The game of a launch, and what limits of play left when it opened; null for no such limit.
alter table launch_ticket add column game_code text not null default '';
alter table launch_ticket add column stake_left_fen bigint;
alter table launch_ticket add column loss_left_fen bigint;

create type seamless_answer as (status text, balance_fen bigint, replayed boolean, bets uuid[]);

-- What the wallet may give: held money and what is set apart stay out of play.
create function seamless_balance(p_member_id bigint, p_apart_fen bigint) returns bigint language sql stable as $$
  select greatest(coalesce((select posted_balance - pending_debits from ledger.account
    where member_id = p_member_id and account_code = 100 and venue_id = 0), 0) - p_apart_fen, 0)
$$;

-- The answer to a number that was judged before; null for a new one.
create function seamless_before(p_member_id bigint, p_venue_id smallint, p_uuid uuid, p_digest bytea, p_apart_fen bigint)
returns seamless_answer language plpgsql stable as $$
declare v_call seamless_call;
begin
  select * into v_call from seamless_call where venue_id = p_venue_id and transaction_uuid = p_uuid;
  if not found then return null; end if;
  if v_call.member_id <> p_member_id or v_call.digest <> p_digest then
    return row('RS_ERROR_DUPLICATE_TRANSACTION', seamless_balance(p_member_id, p_apart_fen), true, '{}')::seamless_answer;
  end if;
  return row(v_call.status, v_call.balance_fen, true, '{}')::seamless_answer;
end $$;

-- Why a bet is refused, whatever it takes; RS_OK where nothing speaks against it.
create function seamless_guard(p_member_id bigint, p_venue_id smallint, p_uuid uuid, p_ticket text, p_round text, p_game text, p_fen bigint,
  p_open boolean, p_now timestamptz) returns text language plpgsql stable as $$
declare v_ticket launch_ticket;
begin
  if exists (select from seamless_call where member_id = p_member_id and venue_id = p_venue_id and reference_uuid = p_uuid and kind = 'rollback') then
    return 'RS_ERROR_TRANSACTION_ROLLED_BACK';
  end if;
  select * into v_ticket from launch_ticket where ticket = p_ticket and member_id = p_member_id and venue_id = p_venue_id;
  if not found then return 'RS_ERROR_INVALID_TOKEN'; end if;
  if v_ticket.ended_at is not null or v_ticket.expires_at <= p_now then return 'RS_ERROR_TOKEN_EXPIRED'; end if;
  if not p_open or (select state from venue where venue_id = p_venue_id) <> 'open'
    or (select value ->> 'open' from site_setting where key = 'play' order by version desc limit 1) = 'false' then
    return 'RS_ERROR_INVALID_PARTNER';
  end if;
  if (v_ticket.game_code not in ('', 'lobby') and v_ticket.game_code <> p_game)
    or not exists (select from game where venue_id = p_venue_id and game_code = p_game and app_state = 1) then
    return 'RS_ERROR_INVALID_GAME';
  end if;
  if exists (select from member where member_id = p_member_id and closing_at is not null)
    or exists (select from blocks_at(p_now) b where b.member_id = p_member_id) then
    return 'RS_ERROR_USER_DISABLED';
  end if;
  if exists (select from seamless_call where member_id = p_member_id and venue_id = p_venue_id and round_id = p_round and round_closed and status = 'RS_OK') then
    return 'RS_ERROR_UNKNOWN';
  end if;
  if p_fen > v_ticket.stake_left_fen or p_fen > v_ticket.loss_left_fen then return 'RS_ERROR_LIMIT_REACHED'; end if;
  return 'RS_OK';
end $$;

-- A bet: one posting, from the wallet to the open stakes. Nothing else of the member moves meanwhile.
create function seamless_bet(p_member_id bigint, p_venue_id smallint, p_platname text, p_uuid uuid, p_ticket text, p_round text, p_closed boolean,
  p_game text, p_amount bigint, p_free boolean, p_digest bytea, p_open boolean, p_apart_fen bigint, p_now timestamptz)
returns seamless_answer language plpgsql as $$
declare
  v_before seamless_answer;
  v_status text;
  v_fen bigint := case when p_free then 0 else p_amount end;
  v_moved ledger.outcome;
begin
  if not exists (select from member where member_id = p_member_id) then return row('RS_ERROR_INVALID_TOKEN', 0, false, '{}')::seamless_answer; end if;
  perform ledger.lock_member(p_member_id);
  v_before := seamless_before(p_member_id, p_venue_id, p_uuid, p_digest, p_apart_fen);
  if v_before.status is not null then return v_before; end if;
  v_status := seamless_guard(p_member_id, p_venue_id, p_uuid, p_ticket, p_round, p_game, v_fen, p_open, p_now);
  if v_status = 'RS_OK' and v_fen > 0 then
    if seamless_balance(p_member_id, p_apart_fen) < v_fen then
      v_status := 'RS_ERROR_NOT_ENOUGH_MONEY';
    else
      v_moved := ledger.move('single', p_member_id, 'seamless:' || p_venue_id || ':' || p_uuid, 'venue_in', 100::smallint, 0::smallint, 120::smallint, p_venue_id,
        v_fen, 'seamless_bet', p_uuid::text, 'venue', p_platname, p_now, null);
      if v_moved.kind <> 'done' or v_moved.replayed then raise exception 'the ledger answered % to bet %', v_moved.kind, p_uuid; end if;
      update launch_ticket set stake_left_fen = stake_left_fen - v_fen, loss_left_fen = loss_left_fen - v_fen
        where ticket = p_ticket and (stake_left_fen is not null or loss_left_fen is not null);
    end if;
  end if;
  insert into seamless_call (member_id, venue_id, transaction_uuid, kind, round_id, round_closed, game_code, amount_fen, is_free, digest, ticket, status, balance_fen, at)
    values (p_member_id, p_venue_id, p_uuid, 'bet', p_round, p_closed, p_game, v_fen, p_free, p_digest,
      (select ticket from launch_ticket where ticket = p_ticket), v_status, seamless_balance(p_member_id, p_apart_fen), p_now);
  if v_status = 'RS_OK' then
    insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen,
        status, fairness, math_version, placed_at)
      values (p_member_id, p_venue_id, p_uuid::text, 1, 1, p_game, p_round, case when p_free then '{"free":true}'::jsonb else '{}'::jsonb end, v_fen, 0, 0, -v_fen,
        2, '{"commit":"","client_seed":"","nonce":0}'::jsonb, '', p_now);
  end if;
  return row(v_status, seamless_balance(p_member_id, p_apart_fen), false, case when v_status = 'RS_OK' and p_closed then array[p_uuid] else '{}' end)::seamless_answer;
end $$;

-- The stakes of open bets are lost to the venue; what they win is paid apart. Answers the bets it ended.
create function seamless_settle(p_member_id bigint, p_venue_id smallint, p_platname text, p_bets uuid[], p_now timestamptz)
returns uuid[] language plpgsql as $$
declare v_bet record; v_moved ledger.outcome; v_done uuid[] := '{}';
begin
  for v_bet in
    select b.bet_id, b.stake_fen from bet b
    where b.member_id = p_member_id and b.venue_id = p_venue_id and b.bet_id = any(p_bets::text[]) and b.status = 2 order by b.bet_id
  loop
    if v_bet.stake_fen > 0 then
      v_moved := ledger.move('single', p_member_id, 'seamless:' || p_venue_id || ':' || v_bet.bet_id || ':settled', 'game_result', 120::smallint, p_venue_id,
        410::smallint, p_venue_id, v_bet.stake_fen, 'seamless_bet', v_bet.bet_id, 'venue', p_platname, p_now, null);
      if v_moved.kind <> 'done' or v_moved.replayed then raise exception 'the ledger answered % to the end of bet %', v_moved.kind, v_bet.bet_id; end if;
    end if;
    v_done := v_done || v_bet.bet_id::uuid;
  end loop;
  return v_done;
end $$;

-- What a win or a rollback does. The bets it touched are named; who called writes their new state before the transaction ends.
create function seamless_result(p_member_id bigint, p_venue_id smallint, p_platname text, p_kind text, p_uuid uuid, p_reference uuid, p_round text,
  p_closed boolean, p_game text, p_amount bigint, p_free boolean, p_digest bytea, p_apart_fen bigint, p_now timestamptz)
returns seamless_answer language plpgsql as $$
declare
  v_before seamless_answer;
  v_named seamless_call;
  v_status text := 'RS_OK';
  v_bets uuid[] := '{}';
  v_key text := 'seamless:' || p_venue_id || ':' || p_uuid;
  v_undone boolean;
  v_open boolean;
  v_fen bigint := 0;
  v_short bigint := 0;
  v_ticket text;
  v_moved ledger.outcome;
begin
  if not exists (select from member where member_id = p_member_id) then return row('RS_ERROR_UNKNOWN', 0, false, '{}')::seamless_answer; end if;
  perform ledger.lock_member(p_member_id);
  v_before := seamless_before(p_member_id, p_venue_id, p_uuid, p_digest, p_apart_fen);
  if v_before.status is not null then return v_before; end if;
  select * into v_named from seamless_call where member_id = p_member_id and venue_id = p_venue_id and transaction_uuid = p_reference;
  v_undone := exists (select from seamless_call where member_id = p_member_id and venue_id = p_venue_id and reference_uuid = p_reference
    and kind = 'rollback' and status = 'RS_OK');
  if p_kind = 'win' then
    if p_reference is not null and v_undone then
      v_status := 'RS_ERROR_TRANSACTION_ROLLED_BACK';
    elsif p_reference is null and not p_free or p_reference is not null and (v_named.kind is distinct from 'bet' or v_named.status <> 'RS_OK') then
      v_status := 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST';
    else
      if p_reference is null then
        -- A bonus that belongs to no bet is a bet of its own without a stake.
        insert into bet (member_id, venue_id, bet_id, version, revision, game_code, round_id, selection, stake_fen, valid_fen, payout_fen, net_fen,
            status, fairness, math_version, placed_at)
          values (p_member_id, p_venue_id, p_uuid::text, 0, 1, p_game, p_round, '{"bonus":true}'::jsonb, 0, 0, 0, 0, 2,
            '{"commit":"","client_seed":"","nonce":0}'::jsonb, '', p_now);
        v_bets := array[p_uuid];
      else
        v_bets := array[p_reference];
        perform seamless_settle(p_member_id, p_venue_id, p_platname, v_bets, p_now);
      end if;
      if p_amount > 0 then
        v_moved := ledger.move('single', p_member_id, v_key, 'game_result', 410::smallint, p_venue_id, 100::smallint, 0::smallint,
          p_amount, case when p_free or v_named.is_free then 'seamless_bonus' else 'seamless_win' end, p_uuid::text, 'venue', p_platname, p_now, null);
        v_fen := p_amount;
      end if;
      v_ticket := v_named.ticket;
    end if;
  elsif not v_undone and v_named.status = 'RS_OK' and v_named.kind = 'bet' then
    v_bets := array[p_reference];
    v_ticket := v_named.ticket;
    if v_named.amount_fen > 0 then
      v_open := exists (select from bet where member_id = p_member_id and venue_id = p_venue_id and bet_id = p_reference::text and status = 2);
      v_moved := ledger.move('single', p_member_id, v_key, case when v_open then 'venue_out' else 'game_result' end,
        case when v_open then 120 else 410 end::smallint, p_venue_id, 100::smallint, 0::smallint,
        v_named.amount_fen, 'seamless_rollback', p_uuid::text, 'venue', p_platname, p_now, null);
      v_fen := v_named.amount_fen;
      update launch_ticket set stake_left_fen = stake_left_fen + v_fen where ticket = v_ticket and stake_left_fen is not null;
    end if;
  elsif not v_undone and v_named.status = 'RS_OK' and v_named.kind = 'win' then
    v_bets := array[coalesce(v_named.reference_uuid, p_reference)];
    -- The wallet gives back what it has, held money excepted; the rest is a matter for people.
    v_fen := least(v_named.amount_fen, seamless_balance(p_member_id, 0));
    v_short := v_named.amount_fen - v_fen;
    if v_fen > 0 then
      v_moved := ledger.move('single', p_member_id, v_key, 'game_result', 100::smallint, 0::smallint, 410::smallint, p_venue_id,
        v_fen, 'seamless_rollback', p_uuid::text, 'venue', p_platname, p_now, null);
    end if;
    v_fen := -v_fen;
    select ticket into v_ticket from seamless_call where member_id = p_member_id and venue_id = p_venue_id and transaction_uuid = v_named.reference_uuid;
  end if;
  if v_moved.kind is not null and (v_moved.kind <> 'done' or v_moved.replayed) then raise exception 'the ledger answered % to % %', v_moved.kind, p_kind, p_uuid; end if;
  update launch_ticket set loss_left_fen = loss_left_fen + v_fen where ticket = v_ticket and loss_left_fen is not null and v_fen <> 0;
  insert into seamless_call (member_id, venue_id, transaction_uuid, kind, reference_uuid, round_id, round_closed, game_code, amount_fen, is_free, digest, status, balance_fen, short_fen, at)
    values (p_member_id, p_venue_id, p_uuid, p_kind, p_reference, p_round, p_closed, p_game, p_amount, p_free, p_digest, v_status,
      seamless_balance(p_member_id, p_apart_fen), v_short, p_now);
  if p_closed and v_status = 'RS_OK' then
    v_bets := v_bets || seamless_settle(p_member_id, p_venue_id, p_platname, array(
      select b.bet_id::uuid from bet b where b.member_id = p_member_id and b.venue_id = p_venue_id and b.round_id = p_round and b.status = 2
        and b.bet_id <> all(v_bets::text[])), p_now);
  end if;
  return row(v_status, seamless_balance(p_member_id, p_apart_fen), false, v_bets)::seamless_answer;
end $$;
revoke execute on function seamless_balance, seamless_before, seamless_guard, seamless_bet, seamless_settle, seamless_result from public;
grant execute on function seamless_balance, seamless_before, seamless_guard, seamless_bet, seamless_settle, seamless_result to tianping_app;
