-- Whether a card was bound in a browser that the member had long used: a stolen session alone, carried elsewhere, is none.
-- Cards that were bound before count as known.
alter table card add column known_device boolean not null default true;
