-- What a message is about, and the page of the member app that belongs to it (an address without the `#`).
alter table message
  add column kind text not null default 'site' check (kind in ('money', 'safety', 'offer', 'play', 'service', 'site')),
  add column link text check (link ~ '^/[A-Za-z]{1,40}(\?[A-Za-z0-9_=&%.-]{1,200})?$');
