import { say } from '@tianping/contract/refusals'
import { formatFen, yuanOf } from '@tianping/money'
import { beijing } from '@tianping/money/day'
import { explained, figures } from '../../kernel/http/explain.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import { OWN_SEED } from '../redpacket/redpacket.ts'
import { redeem } from './codes.ts'
import { claimMission, welfareOffers } from './missions.ts'
import { claimInTurn, windowsFor } from './packets.ts'

export const giveawayHandlers = {
  'POST /api/welfareOffers': async ({ db, clock, member }) => {
    const now = clock.now()
    const offers = await welfareOffers(db, { memberId: member.memberId, now })
    return { data: { ...offers, now: beijing(now) } }
  },
  'POST /api/missionClaim': async ({ db, clock, body, caller, member }) => {
    const { memberId } = member
    const claim = { id: body.id, memberId, actionKey: caller.key, now: clock.now() }
    const { name, amountFen, turnoverTimes } = await claimMission(db, claim)
    return {
      message: `领取成功，${formatFen(amountFen)}元已存入中心钱包`,
      data: { name, amount: yuanOf(amountFen), turnover_times: turnoverTimes },
    }
  },
  'POST /api/packetWindows': async ({ db, clock, member }) => {
    const now = clock.now()
    return { data: { data: await windowsFor(db, member.memberId, now), now: beijing(now) } }
  },
  'POST /api/packetWindowClaim': async ({ db, clock, body, caller, member }) => {
    if (!OWN_SEED.test(body.client_seed))
      throw explained(
        say('red_packet.seed_format'),
        {
          rule: 'client_seed',
          version: 0,
          inputs: [figures.text('client_seed', '自定义种子', body.client_seed)],
        },
        { field: 'client_seed' },
      )
    const { draw, commit } = await claimInTurn(db, {
      id: body.id,
      memberId: member.memberId,
      ownSeed: body.client_seed,
      actionKey: caller.key,
      now: clock.now(),
    })
    return {
      message: `恭喜您获得${formatFen(draw.amountFen)}元红包`,
      data: {
        redpacketmoney: yuanOf(draw.amountFen),
        id: draw.drawId,
        client_seed: draw.clientSeed,
        nonce: draw.nonce,
        commit,
      },
    }
  },
  'POST /api/codeRedeem': async context => {
    const given = await redeem(context, {
      memberId: context.member.memberId,
      typed: context.body.code,
      actionKey: context.caller.key,
      address: context.caller.address,
    })
    return {
      message: `兑换成功，${formatFen(given.amountFen)}元已存入中心钱包`,
      data: {
        name: given.name,
        amount: yuanOf(given.amountFen),
        turnover_times: given.turnoverTimes,
      },
    }
  },
} satisfies Handlers
