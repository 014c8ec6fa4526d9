import { MOST_CHANNELS } from '@tianping/contract/channels/facts'
import { transaction } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { beijing, beijingDay } from '@tianping/money/day'
import { rangeStart } from '../../../kernel/day.ts'
import type { Handlers } from '../../../kernel/http/services.ts'
import { attempt } from '../../../kernel/http/throttle.ts'
import { addChannel, channelFigures, channelsOf, urlOf } from '../../channels/channels.ts'
import { mayBenefit } from '../../protection/protection.ts'
import { agentOf } from './login.ts'

const addsByMember = { attempts: 20, windowMs: 86_400_000 }

export const channelHandlers = {
  'POST /api/agent/channels': async ({ body, member, ...services }) => {
    const { db, clock } = services
    await agentOf(services, member.memberId)
    const now = clock.now()
    const span = { from: beijingDay(rangeStart(now, body.date)), to: beijingDay(now) }
    const own = await channelsOf(db, member.memberId, MOST_CHANNELS)
    const ids = own.map(each => each.channelId)
    const came = new Map((await channelFigures(db, ids, span)).map(each => [each.channelId, each]))
    const channels = own.map(({ channelId, code, name, createdAt, offAt }) => {
      const figures = came.get(channelId)
      return {
        link_code: code,
        name,
        standing: offAt ? ('off' as const) : ('on' as const),
        url: urlOf(services, code),
        created_at: beijing(createdAt),
        visits: figures?.visits ?? 0,
        registrations: figures?.registrations ?? 0,
        first_deposits: figures?.firstDeposits ?? 0,
        deposit: yuanOf(figures?.depositFen ?? 0n),
        ngr: yuanOf(figures?.ngrFen ?? 0n),
      }
    })
    return { data: { channels, most: MOST_CHANNELS } }
  },
  'POST /api/agent/channel/add': async ({ body, member, ...services }) => {
    const { db, clock } = services
    const { memberId } = member
    await agentOf(services, memberId)
    const now = clock.now()
    await mayBenefit(db, memberId, now)
    await attempt(db, `channel:${memberId}`, addsByMember, now)
    const { code } = await transaction(db, tx =>
      addChannel(tx, { agentId: memberId, name: body.name, by: '', now }),
    )
    return { message: '渠道已创建', data: { link_code: code, url: urlOf(services, code) } }
  },
} satisfies Handlers
