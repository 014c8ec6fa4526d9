import { sql } from '@tianping/database'

/** What begins with a text, by an index of `text_pattern_ops`. */
export const prefixOf = (text: string): string => `${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** A member that a list's search box means is one of these; beyond them one searches more closely. */
const MOST_MEANT = 200

/** Members by id or the beginning of their name: looked up first, so that a list is read by its own index. */
export const membersMeant = (q: string) => sql`
  array(select member_id from member where member_id = ${/^\d{1,15}$/.test(q) ? BigInt(q) : 0n}
    union select member_id from (select member_id from member where lower(name) like ${prefixOf(q)} limit ${MOST_MEANT}) named)`
