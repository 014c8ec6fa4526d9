import { channelStandings, type ChannelStanding } from '@tianping/contract/channels/facts'
import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { existing, need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { narrowedOf, stateNamesOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, ownIds, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { addChannel, urlOf } from '../addChannel.ts'
import {
  channelFigures,
  lockChannel,
  switchChannel,
  type Channel,
  type ChannelFigures,
} from '../store/channel.sql.ts'
import { channelRows, type ChannelListed } from '../store/list.sql.ts'

/** As long as there have been channels. */
const EVER = { from: '2026-01-01', to: '2999-12-31' }

const standingOf = ({ offAt }: Pick<Channel, 'offAt'>): ChannelStanding => (offAt ? 'off' : 'on')

const rowOf = (services: Services, c: ChannelListed, came: ChannelFigures | undefined) => ({
  id: Number(c.channelId),
  link_code: c.code,
  name: c.name,
  owner: c.agentId === null ? ('house' as const) : ('agent' as const),
  agent_id: Number(c.agentId ?? 0n),
  username: c.username,
  standing: standingOf(c),
  url: urlOf(services, c.code),
  visits: came?.visits ?? 0,
  registrations: came?.registrations ?? 0,
  first_deposits: came?.firstDeposits ?? 0,
  deposit: yuanOf(came?.depositFen ?? 0n),
  ngr: yuanOf(came?.ngrFen ?? 0n),
  created_at: beijing(c.createdAt),
  created_by: c.createdBy,
  off_at: c.offAt ? beijing(c.offAt) : '',
  off_by: c.offBy,
  remark: c.offReason,
})

export const channelConsoleHandlers = {
  'POST /api/console/channels/list': async ({ body, ...services }) => {
    const { owner, standing, states, q } = body
    const standings = stateNamesOf({ state: standing, states }, channelStandings)
    const paging = pagingOf(body, ownIds, true)
    const filter = { owner, standings, q, paging, ...narrowedOf(body) }
    const found = await channelRows(services.db, filter)
    const ids = found.rows.map(each => each.channelId)
    const came = new Map(
      (await channelFigures(services.db, ids, EVER)).map(each => [each.channelId, each]),
    )
    const shown = found.rows.map(each => rowOf(services, each, came.get(each.channelId)))
    return { data: keyedPage(filter.paging, found, shown) }
  },
  'POST /api/console/channels/add': async context => {
    const { body, operator } = context
    const made = await runAction(context, async (tx, now) => {
      const asked = { agentId: null, name: body.name, by: operator.name, now }
      const { channelId, code } = await addChannel(tx, asked)
      const after = { name: body.name, code }
      return {
        answer: { link_code: code },
        entry: { action: 'channel.add', subject: `channel:${channelId}`, after },
      }
    })
    return { message: '已新建渠道', data: made ?? { link_code: '' } }
  },
  'POST /api/console/channels/switch': async context => {
    const {
      operator,
      body: { id, standing, remark },
    } = context
    need(standing === 'on' || remark, 'desk.reason_missing', 'remark')
    await runAction(context, async (tx, now) => {
      const before = existing(await lockChannel(tx, BigInt(id)), 'channel.not_found')
      if (before.agentId !== null) refuseOwnMember(operator, [before.agentId])
      if (standingOf(before) === standing)
        throw new Refusal(say(standing === 'off' ? 'channel.is_off' : 'channel.is_on'))
      await switchChannel(tx, {
        channelId: before.channelId,
        offAt: standing === 'off' ? now : null,
        by: standing === 'off' ? operator.name : '',
        reason: standing === 'off' ? remark : '',
      })
      return {
        answer: null,
        entry: {
          action: 'channel.switch',
          subject: `channel:${id}`,
          before: { standing: standingOf(before) },
          after: { standing },
          note: remark,
        },
      }
    })
    return { message: standing === 'off' ? '已停用渠道' : '已启用渠道', data: null }
  },
} satisfies ConsoleHandlers
