import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  LIST_PART_BYTES,
  type ListFormat,
  type ScreeningList,
} from '@tianping/contract/screening/facts'
import { run, rows, sql, type Db } from '@tianping/database'
import { runScreening } from '../../src/areas/screening/jobs.ts'
import type { Desk } from '../console/support.ts'
import type { TestSite } from '../support/site.ts'

export const listFile = (name: string) => readFileSync(join(import.meta.dirname, 'lists', name))

/** A list of people in the columns of OpenSanctions. */
export const people = (
  listed: { id: string; name: string; birth?: string }[],
  schema: 'Person' | 'Company' = 'Person',
) =>
  Buffer.from(
    ['id,schema,name,aliases,birth_date,countries']
      .concat(listed.map(each => `${each.id},${schema},${each.name},,${each.birth ?? ''},`))
      .join('\n'),
  )

/** Works off what waits, as the job does turn by turn. */
export async function screen(site: TestSite): Promise<void> {
  for (let turns = 0; turns < 100; turns++) if ((await runScreening(site.services)) === 0) return
  throw new Error('screening does not come to an end')
}

type Given = { list: ScreeningList; format: ListFormat; content: Buffer; name?: string }

/** Brings a file piece by piece and has it read; answers the number of its version. */
export async function bring(site: TestSite, who: Desk, given: Given): Promise<number> {
  const { list, format, content, name = 'list.csv' } = given
  const begun = await who.call('POST /api/console/screening/upload/begin', {
    list,
    format,
    filename: name,
    bytes: content.length,
  })
  if (begun.code !== 200) throw new Error(begun.message)
  const { version_id } = begun.data
  for (let no = 0; no * LIST_PART_BYTES < content.length; no++) {
    const piece = content.subarray(no * LIST_PART_BYTES, (no + 1) * LIST_PART_BYTES)
    const sent = await who.call('POST /api/console/screening/upload/part', {
      version_id,
      no,
      content: piece.toString('base64'),
    })
    if (sent.code !== 200) throw new Error(sent.message)
  }
  const finished = await who.call('POST /api/console/screening/upload/finish', { version_id })
  if (finished.code !== 200) throw new Error(finished.message)
  await screen(site)
  return version_id
}

/** Brings a list that counts at once, as two persons let it. */
export async function activate(site: TestSite, one: Desk, other: Desk, given: Given) {
  const version_id = await bring(site, one, given)
  const remark = '已核对来源'
  const done = await other.call('POST /api/console/screening/versions/approve', {
    version_id,
    remark,
  })
  if (done.code !== 200) throw new Error(done.message)
  await screen(site)
  return version_id
}

export const rename = (owner: Db, memberId: bigint, realname: string, birthday: string | null) =>
  run(
    owner,
    sql`update member set realname = ${realname}, birthday = ${birthday} where member_id = ${memberId}`,
  )

export const hitsOf = (owner: Db, memberId: bigint) =>
  rows(
    owner,
    sql<{ hitId: bigint; list: string; score: number; state: number; decidedBy: string }>`
    select hit_id, list, score, state, decided_by from screening_hit where member_id = ${memberId} order by hit_id`,
  )
