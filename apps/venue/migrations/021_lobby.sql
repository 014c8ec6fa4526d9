-- A launch may open a venue's lobby. The merchant may name the games that are listed there, in his order; null is all of them.
alter table launch add column games text[] check (cardinality(games) between 1 and 200);
alter table session add column games text[] check (cardinality(games) between 1 and 200);
