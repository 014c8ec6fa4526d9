-- A transfer in one statement instead of six: the ref's lock, what it did before, the wallet, the move and its row. Answers the
-- ref's row as it now stands, made here or before; whoever asks compares the request. A null amount takes out whatever is there.
create function apply_transfer(p_desk integer, p_ref text, p_request text, p_player text, p_direction text, p_amount bigint, p_txn_id text, p_at timestamptz)
returns setof transfer language plpgsql as $$
declare
  made transfer;
  purse record;
  moved bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(p_ref, p_desk::bigint));
  select * into made from transfer where desk_id = p_desk and ref = p_ref;
  if found then
    return next made;
    return;
  end if;
  select w.available, p.locked into purse from wallet w join player p using (desk_id, player_id)
    where w.desk_id = p_desk and w.player_id = p_player for update of w;
  if found then moved := coalesce(p_amount, purse.available); end if;
  made := row(p_desk, p_ref, 'FAILED', p_request, p_player, p_direction, p_amount, null, null, null, p_at)::transfer;
  if moved is null then made.code := 2001;
  elsif purse.locked then made.code := 2002;
  elsif p_direction = 'OUT' and moved > purse.available then made.code := 2003;
  else
    update wallet set available = available + case p_direction when 'IN' then moved else -moved end, version = version + 1
      where desk_id = p_desk and player_id = p_player returning available into made.balance_after;
    made.status := 'SUCCESS';
    made.amount := moved;
    made.venue_txn_id := p_txn_id;
  end if;
  insert into transfer select made.*;
  return next made;
end $$;
