-- Orders of the members' list that are read by key. Members who never logged in stand before all others: the expression is
-- the one the list is ordered by, so that its cursor has a value for every row.
create index member_by_level on member (vip, member_id);
create index member_by_login on member (coalesce(last_login_at, '1970-01-01 00:00:00+00'::timestamptz), member_id);
