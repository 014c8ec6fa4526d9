-- The log is checked in stretches (apps/server/src/kernel/operator/audit.sql.ts).
-- contract: nothing has called this one since the log is checked so
drop function audit_first_broken();
