-- What the site shows and how it is set.

-- Settings as data, versioned: who changed what, from when. The highest version counts; rows are never changed.
create table site_setting (
  key text not null,
  version int not null,
  value jsonb not null,
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (key, version)
);

create table banner (
  banner_id int primary key generated always as identity,
  kind smallint not null default 2,
  src text not null,
  title text not null,
  rank int not null default 0,
  enabled boolean not null default true
);

create table notice (
  notice_id int primary key generated always as identity,
  content text not null,
  rank int not null default 0,
  enabled boolean not null default true,
  created_at timestamptz not null
);

create table article (
  type smallint primary key,
  title text not null,
  content text not null,
  changed_at timestamptz not null
);

-- Venues and the games their catalogues list. `venue_id` is what the ledger's accounts carry.
create table venue (
  venue_id smallint primary key check (venue_id > 0),
  platname text not null unique,
  name text not null,
  category text not null check (category in ('realbet', 'sport', 'gaming', 'joker', 'concise', 'lottery')),
  -- The slot tab of /concise, for slot venues (part 2: obgdy, fgdz, pp, ae).
  slot_tab text unique,
  ico text not null,
  rank int not null,
  state text not null default 'open' check (state in ('open', 'maintenance')),
  rebate_percent numeric(5, 2) not null default 0
);

create table game (
  venue_id smallint not null references venue,
  game_code text not null,
  name text not null,
  image text not null,
  rank int not null default 0,
  -- 1 = shown (part 1 §3).
  app_state smallint not null default 1 check (app_state in (0, 1)),
  on_home boolean not null default true,
  primary key (venue_id, game_code)
);

create table vip_level (
  vip smallint primary key check (vip between 1 and 10),
  vipname text not null,
  recharge_fen bigint not null,
  flow_fen bigint not null,
  realperson numeric(5, 2) not null,
  sport numeric(5, 2) not null,
  e_sport numeric(5, 2) not null,
  joker numeric(5, 2) not null,
  electron numeric(5, 2) not null,
  lottery numeric(5, 2) not null
);
