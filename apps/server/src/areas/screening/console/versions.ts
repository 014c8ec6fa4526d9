import { say } from '@tianping/contract/refusals'
import {
  LIST_PART_BYTES,
  listFormats,
  MOST_LIST_BYTES,
  versionStates,
  type ScreeningList,
  type VersionState,
} from '@tianping/contract/screening/facts'
import type { Tx } from '@tianping/database'
import { beijing } from '@tianping/money/day'
import { Refusal, existing, need } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Operator } from '../../../kernel/http/services.ts'
import { transaction } from '@tianping/database'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { narrowedOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedAnswer, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { insertRun } from '../store/run.sql.ts'
import {
  activate,
  activeVersion,
  beginReading,
  changeRows,
  dropParts,
  insertPart,
  insertVersion,
  lockVersion,
  openVersions,
  partsOf,
  setVersionState,
  versionRow,
  versionRows,
  type Version,
} from '../store/version.sql.ts'

const MOST_OPEN = 10
const MIB = 1024 * 1024

const rowOf = (v: Version) => ({
  version_id: Number(v.versionId),
  list: v.list,
  format: v.format,
  filename: v.filename,
  bytes: Number(v.bytes),
  sha256: v.sha256,
  state: v.state,
  entries: v.entries,
  added: v.added,
  removed: v.removed,
  changed: v.changed,
  error: v.error,
  brought_by: v.broughtBy,
  created_at: beijing(v.broughtAt),
  decided_by: v.decidedBy,
  decided_at: v.decidedAt ? beijing(v.decidedAt) : '',
  remark: v.remark,
})
const told = (v: Version) => ({
  list: v.list,
  format: v.format,
  state: v.state,
  entries: v.entries,
  added: v.added,
  removed: v.removed,
  changed: v.changed,
  sha256: v.sha256,
})
const subjectOf = (id: bigint | number) => `screening_version:${id}`

async function locked(tx: Tx, id: number, ...states: VersionState[]): Promise<Version> {
  const version = existing(await lockVersion(tx, id), 'screening.version_not_found')
  if (!states.includes(version.state))
    throw new Refusal(say('screening.version_state', { state: versionStates[version.state] }))
  return version
}

/** The file that the same operator brings: pieces come from nobody else. */
async function lockedOwn(tx: Tx, id: number, operator: Operator): Promise<Version> {
  const version = await locked(tx, id, 'receiving')
  if (version.broughtBy !== operator.name) throw new Refusal(say('screening.version_not_found'))
  return version
}

const partsNeeded = (bytes: bigint) => Math.ceil(Number(bytes) / LIST_PART_BYTES)

const uploadHandlers = {
  'POST /api/console/screening/upload/begin': async context => {
    const { operator, body } = context
    const { list, format, filename, bytes } = body
    if (!(listFormats[format].lists as readonly ScreeningList[]).includes(list))
      throw new Refusal(say('screening.format_list'), { field: 'format' })
    if (bytes < 1 || bytes > MOST_LIST_BYTES)
      throw new Refusal(say('screening.too_large', { most: MOST_LIST_BYTES / MIB }))
    const made = await runAction(context, async (tx, at) => {
      const count = await openVersions(tx)
      if (count >= MOST_OPEN) throw new Refusal(say('screening.too_many_open', { count }))
      const { id } = await insertVersion(tx, {
        list,
        format,
        filename,
        bytes,
        by: operator.name,
        at,
      })
      return {
        answer: id,
        entry: {
          action: 'screening.upload',
          subject: subjectOf(id),
          after: { list, format, filename, bytes },
        },
      }
    })
    return { data: { version_id: Number(made ?? 0n), part_bytes: LIST_PART_BYTES } }
  },
  'POST /api/console/screening/upload/part': async ({ db, operator, body }) => {
    const content = Buffer.from(body.content, 'base64')
    await transaction(db, async tx => {
      const { versionId, bytes } = await lockedOwn(tx, body.version_id, operator)
      const last = partsNeeded(bytes) - 1
      const expected = body.no === last ? Number(bytes) - last * LIST_PART_BYTES : LIST_PART_BYTES
      if (body.no < 0 || body.no > last || content.length !== expected)
        throw new Refusal(say('screening.part_wrong'))
      await insertPart(tx, versionId, body.no, content)
    })
    return { data: null }
  },
  'POST /api/console/screening/upload/finish': async ({ db, operator, body }) => {
    await transaction(db, async tx => {
      const { versionId, bytes } = await lockedOwn(tx, body.version_id, operator)
      const parts = await partsOf(tx, versionId)
      if (parts.parts !== partsNeeded(bytes) || parts.bytes !== bytes)
        throw new Refusal(say('screening.part_missing'))
      await beginReading(tx, versionId)
    })
    return { message: '已上传，正在读取', data: null }
  },
} satisfies ConsoleHandlers

export const versionHandlers = {
  ...uploadHandlers,
  'POST /api/console/screening/versions/list': async ({ db, body }) => {
    const paging = pagingOf(body, [], true)
    const found = await versionRows(db, { ...narrowedOf(body), list: body.list, paging })
    return keyedAnswer(paging, found, rowOf)
  },
  'POST /api/console/screening/versions/show': async ({ db, body }) => {
    const found = await versionRow(db, body.version_id)
    const version = existing(found, 'screening.version_not_found')
    const paging = pagingOf(body, ownIds, true)
    const changed = await changeRows(db, version, { change: body.change, paging })
    const { data: changes } = keyedAnswer(paging, changed, ({ ref, data, before }) => ({
      ref,
      names: [...data.names, ...data.weakNames],
      births: data.births,
      countries: data.countries,
      before: before && { names: [...before.names, ...before.weakNames], births: before.births },
    }))
    return { data: { version: rowOf(version), changes } }
  },
  'POST /api/console/screening/versions/approve': async context => {
    const { operator, body } = context
    need(body.remark, 'screening.opinion_missing', 'remark')
    await runAction(context, async (tx, at) => {
      const version = await locked(tx, body.version_id, 'ready')
      if (version.broughtBy === operator.name)
        throw new Refusal(say('screening.own_version'), { rule: 'two_persons' })
      const { versionId, list } = version
      const counted = await activeVersion(tx, list)
      if ((counted?.versionId ?? null) !== version.againstId)
        throw new Refusal(say('screening.version_outdated'))
      await activate(tx, { versionId, list, by: operator.name, at, remark: body.remark })
      const by = version.broughtBy
      await insertRun(tx, { reason: 'list', subject: String(versionId), by, at })
      return {
        answer: null,
        entry: {
          action: 'screening.activate',
          subject: subjectOf(versionId),
          before: { active: counted?.versionId },
          after: { ...told(version), state: 'active', brought_by: version.broughtBy },
          note: body.remark,
        },
      }
    })
    return { message: '已生效，全部会员将重新筛查', data: null }
  },
  'POST /api/console/screening/versions/reject': async context => {
    const { operator, body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    await runAction(context, async (tx, at) => {
      const version = await locked(tx, body.version_id, 'receiving', 'ready')
      const { versionId } = version
      const state = 'rejected'
      await setVersionState(tx, { versionId, state, by: operator.name, at, remark: body.remark })
      await dropParts(tx, versionId)
      return {
        answer: null,
        entry: {
          action: 'screening.reject',
          subject: subjectOf(versionId),
          before: told(version),
          after: { state },
          note: body.remark,
        },
      }
    })
    return { message: '已拒绝', data: null }
  },
} satisfies ConsoleHandlers
