#!/bin/sh
# The logins of docs/first-day.md, made once when the database is empty.
set -eu
psql -q -v ON_ERROR_STOP=1 -U postgres <<SQL
create role tianping_owner login createrole password '$OWNER_PASSWORD';
create role tianping_venue login password '$VENUE_PASSWORD';
create role tianping_app nologin;
create role tianping_ledger nologin;
grant tianping_app, tianping_ledger to tianping_owner with admin true, set true;
create role tianping_server login password '$SERVER_PASSWORD' in role tianping_app;
create role tianping_backup login replication password '$BACKUP_PASSWORD' in role tianping_app;
create database tianping owner tianping_owner;
create database tianping_venue owner tianping_venue;
SQL
echo 'host replication tianping_backup all scram-sha-256' >> "$PGDATA/pg_hba.conf"
