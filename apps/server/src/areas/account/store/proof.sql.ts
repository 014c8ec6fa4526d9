import { run, sql, type Db } from '@tianping/database'

/** Uses a proof; false when it was used before, here or on another instance. */
export const spendProof = async (
  db: Db,
  { signature, expiresAt }: { signature: string; expiresAt: Date },
): Promise<boolean> =>
  (await run(
    db,
    sql`insert into proof_used (proof, expires_at) values (decode(${signature}, 'hex'), ${expiresAt}) on conflict do nothing`,
  )) === 1
