import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { attempt, type Limit } from '../../../kernel/http/throttle.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { refuseRestricted } from '../../restriction/restriction.ts'
import * as tags from '../store/tags.sql.ts'

/** More are no tags any more but notes. */
const MOST_TAGS = 200
/** A stolen session tags no more than this many groups of members in an hour. */
const byOperator: Limit = { attempts: 120, windowMs: 3_600_000 }

export const tagHandlers = {
  'POST /api/console/tags/all': async ({ db }) => ({
    data: (await tags.allTags(db)).map(tag => ({
      tag_id: Number(tag.tagId),
      name: tag.name,
      note: tag.note,
      created_by: tag.createdBy,
      created_at: beijing(tag.createdAt),
      members: tag.members,
    })),
  }),
  'POST /api/console/tags/add': async context => {
    const { operator, body } = context
    need(body.name, 'desk.name_missing', 'name')
    const tagId = await runAction(context, async (tx, at) => {
      await tags.waitForTags(tx)
      if ((await tags.countTags(tx)) >= MOST_TAGS)
        throw new Refusal(say('tag.too_many', { max: MOST_TAGS }))
      const made = await tags.insertTag(tx, { ...body, by: operator.name, at })
      if (!made) throw new Refusal(say('tag.exists'), { field: 'name' })
      return {
        answer: made.tagId,
        entry: {
          action: 'tag.add',
          subject: `tag:${made.tagId}`,
          after: { name: body.name, note: body.note },
        },
      }
    })
    return { message: '已新增', data: { tag_id: Number(tagId ?? 0n) } }
  },
  'POST /api/console/tags/retire': async context => {
    const { body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    await runAction(context, async (tx, at) => {
      const gone = existing(await tags.retireTag(tx, BigInt(body.tag_id), at), 'tag.not_found')
      return {
        answer: null,
        entry: {
          action: 'tag.retire',
          subject: `tag:${body.tag_id}`,
          before: { name: gone.name },
          note: body.remark,
        },
      }
    })
    return { message: '已停用', data: null }
  },
  'POST /api/console/tags/set': async context => {
    const { db, clock, operator, body } = context
    if (body.ids.length === 0) throw new Refusal(say('tag.nobody'), { field: 'ids' })
    await attempt(db, `console:tag:${operator.operatorId}`, byOperator, clock.now())
    const memberIds = [...new Set(body.ids)].map(BigInt)
    refuseOwnMember(operator, memberIds)
    const changed = await runAction(context, async (tx, at) => {
      const tagId = BigInt(body.tag_id)
      const { name } = existing(await tags.readTag(tx, tagId), 'tag.not_found')
      for (const memberId of memberIds) await refuseRestricted(tx, memberId)
      const done =
        body.on === 1
          ? await tags.putTag(tx, { tagId, memberIds, by: operator.name, at })
          : await tags.takeTag(tx, { tagId, memberIds })
      const members = done.map(each => Number(each.memberId))
      return {
        answer: members.length,
        entry: {
          action: body.on === 1 ? 'member.tag' : 'member.untag',
          subject: memberIds.length === 1 ? `member:${memberIds[0]}` : `tag:${tagId}`,
          after: { name, members },
          note: body.remark,
        },
      }
    })
    return {
      message: body.on === 1 ? '已添加标签' : '已移除标签',
      data: { changed: changed ?? 0 },
    }
  },
} satisfies ConsoleHandlers
