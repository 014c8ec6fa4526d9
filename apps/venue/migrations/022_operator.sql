-- The venue's own operator page: which games take bets, and what was done there.

-- A game without a row is open. A closed one takes no launch and no bet; rounds and matches under way go on and are settled.
create table game_setting (
  game_code  text primary key,
  open       boolean not null,
  changed_at timestamptz not null
);

-- Written before an action is begun, completed once it has ended; one without an outcome was cut off in between.
create table operator_action (
  action_id bigint generated always as identity primary key,
  at        timestamptz not null,
  operator  text not null check (length(operator) between 1 and 40),
  action    text not null,
  target    text not null,
  reason    text not null check (length(reason) between 1 and 200),
  ended_at  timestamptz,
  outcome   jsonb,
  check ((ended_at is null) = (outcome is null))
);

create function operator_action_stands() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.outcome is null and (new.at, new.operator, new.action, new.target, new.reason) = (old.at, old.operator, old.action, old.target, old.reason) then
      return new;
    end if;
  end if;
  raise exception 'what operators did is not rewritten';
end $$;
create trigger operator_action_stands before update or delete on operator_action for each row execute function operator_action_stands();
create trigger operator_action_not_truncated before truncate on operator_action for each statement execute function operator_action_stands();
