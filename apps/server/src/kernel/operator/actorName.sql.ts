import { sql } from '@tianping/database'

/** Who moved money, by name where it was an operator: the ledger, `t`, keeps the number. */
export const actorNamed = sql`coalesce((select o.name from operator o where t.actor_type = 'operator' and o.operator_id::text = t.actor_id), t.actor_id)`
