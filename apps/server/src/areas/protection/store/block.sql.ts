import type { BlockKind } from '@tianping/contract/protection/facts'
import { row, rows, run, sql, theRow, type Db } from '@tianping/database'
import { gatheredBy } from '../../../kernel/live/gathered.ts'
import { present } from '../../../kernel/present.ts'

export type Block = {
  blockId: bigint
  kind: BlockKind
  term: string
  /** Null for ever. */
  until: Date | null
  reason: string
  setBy: string
  setAt: Date
  returnAskedAt: Date | null
  returnAt: Date | null
}

const columns = sql`b.block_id, b.kind, b.term, b.until, b.reason, b.set_by, b.set_at, b.return_asked_at, b.return_at`

/** What blocks a member at `now`, the longest first. */
export const blocksOf = (db: Db, memberId: bigint, now: Date) =>
  rows(
    db,
    sql<Block>`
    select ${columns} from blocks_at(${now}) a join member_block b using (member_id, block_id)
    where a.member_id = ${memberId} order by b.kind in ('exclusion', 'linked') desc, b.until desc nulls first, b.block_id`,
  )

export type Standing = {
  /** Null until the member has given it. */
  birthday: string | null
  blocked: boolean
  kind: BlockKind | null
  /** When the block that ends last does; null for ever, or once its term is over. */
  until: Date | null
  /** Since when the account is being closed, or closed. */
  closingAt: Date | null
  closedAt: Date | null
  /** Nothing is offered until a person has looked (areas/harm). */
  offersStopped: boolean
}

/** What the guard asks of a member who has set nothing: one small look. */
const gatherStandings = gatheredBy(async (db, asked: { memberId: bigint; now: Date }[]) => {
  const found = await rows(
    db,
    sql<Standing & { n: number }>`/* prepared */
    select u.n::int as n, m.birthday, b.kind is not null as blocked, b.kind, b.until, m.closing_at, m.closed_at,
      offers_stopped(u.member_id)
    from unnest(${asked.map(each => each.memberId)}::bigint[], ${asked.map(each => each.now)}::timestamptz[]) with ordinality u (member_id, now, n)
    join member m using (member_id) left join lateral (
      select a.kind, case when a.until > u.now then a.until end as until from blocks_at(u.now) a where a.member_id = u.member_id
      order by a.kind in ('exclusion', 'linked') desc, a.until desc nulls first limit 1) b on true`,
  )
  const byNumber = new Map(found.map(({ n, ...standing }) => [n, standing]))
  return new Map(
    asked.flatMap((key, at) => {
      const standing = byNumber.get(at + 1)
      return standing ? [[key, standing] as const] : []
    }),
  )
})

export const standingOf = async (db: Db, memberId: bigint, now: Date): Promise<Standing> =>
  present(await gatherStandings(db, { memberId, now }), 'member whom the guard is asked about')

/** Why members may neither be rewarded nor written to. */
export const benefitStandings = (db: Db, memberIds: bigint[], now: Date) =>
  rows(
    db,
    sql<{ memberId: bigint; blocked: boolean; stopped: boolean; test: boolean }>`
    select member_id, blocked, stopped, test from benefit_standing(${memberIds}::bigint[], ${now})`,
  )

/** Which of these members are offered nothing until a person has looked (areas/harm). */
export const stoppedAmong = async (db: Db, memberIds: bigint[]): Promise<Set<bigint>> =>
  new Set(
    (
      await rows(
        db,
        sql<{
          memberId: bigint
        }>`select member_id from unnest(${memberIds}::bigint[]) u (member_id) where offers_stopped(member_id)`,
      )
    ).map(found => found.memberId),
  )

/** Which of some members are test accounts. */
export const testAmong = async (db: Db, memberIds: bigint[]): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{
        memberId: bigint
      }>`select member_id from unnest(${memberIds}::bigint[]) u (member_id) where is_test_account(member_id)`,
    )
  ).map(found => found.memberId)

/** Which of these members do not want an offer (areas/consents). */
export const unwantedAmong = async (
  db: Db,
  p: { memberIds: bigint[]; product: string; channel: string; unasked: boolean },
): Promise<Set<bigint>> =>
  new Set(
    (
      await rows(
        db,
        sql<{ memberId: bigint }>`
        select member_id from unnest(${p.memberIds}::bigint[]) u (member_id)
        where offer_unwanted(member_id, ${p.product}, ${p.channel}, ${p.unasked})`,
      )
    ).map(found => found.memberId),
  )

/** A page of the members who are blocked by what was set since, by their number. */
export const blockedSince = async (
  db: Db,
  p: { now: Date; since: Date; after: bigint; limit: number },
): Promise<bigint[]> =>
  (
    await rows(
      db,
      sql<{ memberId: bigint }>`
      select distinct b.member_id from member_block b join blocks_at(${p.now}) a using (member_id, block_id)
      where b.set_at >= ${p.since} and b.member_id > ${p.after} order by b.member_id limit ${p.limit}`,
    )
  ).map(found => found.memberId)

/** Whether an account of the person was blocked at any time since a moment. */
export const wasBlockedSince = async (db: Db, memberId: bigint, since: Date): Promise<boolean> =>
  (await row(
    db,
    sql`select from accounts_of_person(${memberId}) a (member_id) join member_block b using (member_id)
    where case b.kind when 'exclusion' then coalesce(b.return_at, 'infinity') when 'linked' then 'infinity' else b.until end > ${since} limit 1`,
  )) !== undefined

/** What deposits lock too. */
export const lockRow = (tx: Db, memberId: bigint) =>
  run(tx, sql`select 1 from member where member_id = ${memberId} for no key update`)

export type NewBlock = Pick<Block, 'kind' | 'term' | 'until' | 'reason' | 'setBy' | 'setAt'> & {
  memberId: bigint
  /** Staff's, for good: it counts for every account of the person. */
  endsService?: boolean
}

export const insertBlock = (tx: Db, b: NewBlock) =>
  theRow(
    tx,
    sql<Block>`
    insert into member_block as b (member_id, kind, term, until, reason, set_by, set_at, ends_service)
    values (${b.memberId}, ${b.kind}, ${b.term}, ${b.until}, ${b.reason}, ${b.setBy}, ${b.setAt}, ${b.endsService ?? false})
    returning ${columns}`,
  )

/** Writes down that the member wants to return, and from when that counts; null takes it back. */
export const setReturn = (
  tx: Db,
  p: { memberId: bigint; blockId: bigint; askedAt: Date | null; at: Date | null },
) =>
  run(
    tx,
    sql`update member_block set return_asked_at = ${p.askedAt}, return_at = ${p.at} where member_id = ${p.memberId} and block_id = ${p.blockId}`,
  )

export type Care = {
  realityMin: number | null
  promptSkips: number
  promptAnsweredAt: Date | null
  reviewedAt: Date | null
  papersReadAt: Date | null
  /** When the account was opened. */
  since: Date
  /** Has ever deposited. */
  deposited: boolean
}

export const careOf = (db: Db, memberId: bigint) =>
  theRow(
    db,
    sql<Care>`
    select c.reality_min, coalesce(c.prompt_skips, 0)::int as prompt_skips, c.prompt_answered_at, c.reviewed_at, c.papers_read_at, m.created_at as since,
      exists (select from deposit_order d where d.member_id = m.member_id) as deposited
    from member m left join member_care c using (member_id) where m.member_id = ${memberId}`,
  )

export const setReality = (db: Db, memberId: bigint, minutes: number) =>
  run(
    db,
    sql`
    insert into member_care (member_id, reality_min) values (${memberId}, ${minutes})
    on conflict (member_id) do update set reality_min = excluded.reality_min`,
  )

/** The question for a limit was answered, or put off once more. */
export const answerPrompt = (db: Db, memberId: bigint, at: Date | null) =>
  run(
    db,
    sql`
    insert into member_care as c (member_id, prompt_skips, prompt_answered_at) values (${memberId}, 1, ${at})
    on conflict (member_id) do update set prompt_skips = least(c.prompt_skips + 1, 100), prompt_answered_at = coalesce(c.prompt_answered_at, excluded.prompt_answered_at)`,
  )

export const setPapersRead = (db: Db, memberId: bigint, at: Date) =>
  run(
    db,
    sql`
    insert into member_care (member_id, papers_read_at) values (${memberId}, ${at})
    on conflict (member_id) do update set papers_read_at = excluded.papers_read_at`,
  )

export const setReviewed = (db: Db, memberId: bigint, at: Date) =>
  run(
    db,
    sql`
    insert into member_care (member_id, reviewed_at) values (${memberId}, ${at})
    on conflict (member_id) do update set reviewed_at = excluded.reviewed_at`,
  )

export type Act = {
  memberId: bigint
  at: Date
  act: string
  detail: object
  /** Empty for the member. */
  by?: string
}

export const writeAct = (tx: Db, a: Act) =>
  run(
    tx,
    sql`
    insert into protection_log (member_id, at, act, detail, by_operator)
    values (${a.memberId}, ${a.at}, ${a.act}, ${JSON.stringify(a.detail)}::jsonb, ${a.by ?? ''})`,
  )
