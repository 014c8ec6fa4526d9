-- Reconciliation by the clock: one run of the books a Beijing day, at the hour that the settings say.

-- How often a task was begun: one that fails, or dies with its process, is tried again a few times and then given up.
alter table reconciliation_task add column attempts smallint not null default 0;
-- Of the books: the day whose run it is; none when a person asked for it. However many instances look at the clock, one makes it.
create unique index reconciliation_task_daily on reconciliation_task (day) where kind = 'books' and day is not null;
