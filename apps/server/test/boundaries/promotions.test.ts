// Red packets, levels, rebates, the agents' commission and what stands above home's categories.
import { rows, run, sql, theRow, transaction } from '@tianping/database'
import { addDays, beijingDay } from '@tianping/money/day'
import { afterAll, describe } from 'vitest'
import { insertAgent } from '../../src/areas/agent/store/agent.sql.ts'
import { decideStatement, makeDueStatements } from '../../src/areas/agent/statements.ts'
import { countGameHeat } from '../../src/areas/games/games.ts'
import { runRebates } from '../../src/areas/rebate/rebate.ts'
import { levelsSchema, writeLevels } from '../../src/areas/vip/vipLevels.ts'
import { reviewLevels, runVipReview } from '../../src/areas/vip/vipReview.ts'
import { configure } from '../cashier/support.ts'
import { desk } from '../console/support.ts'
import { deposit } from '../redpacket/support.ts'
import { assertBooksHold } from '../support/books.ts'
import { begins, examine, inDatabase, onFigure, onText, outcome } from './examine.ts'
import {
  levelEdges,
  lobbyEdges,
  redPacketDays,
  redPacketEdges,
  rebateEdges,
  turnoverEdges,
  vipEdges,
} from './tables/promotions.ts'
import { setLeaf } from './values.ts'
import { DAY_MS, openWorld } from './world.ts'

const { site, owner, clock, today, ago, nextNoon, standAt, play, afterTurnover } = await openWorld()
await configure(site, setting => {
  setting.deposit.turnoverTimes = 0
})
const GAMES = ['edge1', 'edge2', 'edge3', 'edge4']
await run(
  owner,
  sql`insert into game (venue_id, game_code, name, image, first_shown_at)
  select venue_id, code, code, '/art/fortune3.webp', timestamptz '1970-01-01 00:00:00Z'
  from venue, unnest(${GAMES}::text[]) code where platname = 'FG'`,
)
afterAll(() => assertBooksHold(owner))
const inWorld = { db: owner, now: () => clock.now(), before: nextNoon }
const dayNow = () => beijingDay(clock.now())

type Member = Awaited<ReturnType<typeof site.member>>
/** A member whose deposit of these fen counts for the red packets of the day. */
const deposited = async (fen: number) => {
  const member = await site.member()
  await deposit(site, member.memberId, fen / 100, today('09:00'))
  return member
}
const claim = async ({ token }: Member) =>
  begins(
    await outcome(site.call('POST /api/douserredpacket', {}, { token })),
    '今日红包尚未开始',
    '今日红包已结束',
    '累计存款未达到领取条件',
  )
const claims = async (member: Member, count: number) => {
  let said = ''
  for (let n = 0; n < count; n += 1) said = await claim(member)
  return said
}
const playBefore = (memberId: bigint, fen: number) => play(memberId, fen, addDays(dayNow(), -1))
const nightsWork = async () => {
  while ((await runVipReview(site.services)) > 0);
  await runRebates(site.services)
}
const vipOf = async (memberId: bigint) => {
  const { vip } = await theRow(
    owner,
    sql<{ vip: number }>`select vip from member where member_id = ${memberId}`,
  )
  return `VIP${vip}`
}
const review = (day = dayNow()) => reviewLevels(owner, day, clock.now())
const atLevel = async (vip: number) => {
  const member = await site.member()
  await run(owner, sql`update member set vip = ${vip} where member_id = ${member.memberId}`)
  return member
}

describe('red packets', () => {
  const tier = {
    startDay: '2026-01-01',
    endDay: '2030-12-31',
    minFen: 100_00,
    maxFen: null,
    claims: 24,
    drawMinFen: 10_01,
    drawMaxFen: 10_02,
    turnoverTimes: 0,
  }
  const claiming = onFigure(async fen => {
    const member = await deposited(fen)
    standAt(today('10:30'))
    return claim(member)
  })
  const claimingTimes = onFigure(async count => {
    const member = await deposited(200_00)
    standAt(today('10:30'))
    return claims(member, count)
  })
  const claimingAt = (hour: string) =>
    onText(async (_hour, step) => {
      const member = await deposited(200_00)
      standAt(today(hour, step))
      return claim(member)
    })
  /** One of two figures is missing from 24 packets once in 2^24. */
  const drawing = onFigure(async fen => {
    const member = await deposited(200_00)
    standAt(today('10:30'))
    await claims(member, 24)
    const drawn = await rows(
      owner,
      sql`select from redpacket_draw where member_id = ${member.memberId} and amount_fen = ${fen}`,
    )
    return drawn.length > 0 ? 'drawn' : 'never'
  })
  examine(
    redPacketEdges,
    {
      'redpacket.opens': claimingAt('11:00'),
      'redpacket.closes': claimingAt('13:00'),
      'redpacket.maxTimes': claimingTimes,
      'redpacket.tiers[].minFen': claiming,
      'redpacket.tiers[].maxFen': claiming,
      'redpacket.tiers[].claims': claimingTimes,
      'redpacket.tiers[].drawMinFen': drawing,
      'redpacket.tiers[].drawMaxFen': drawing,
    },
    inDatabase({ ...inWorld, bases: { redpacket: { tiers: [tier], maxTimes: 50 } } }),
  )

  /** Midnight in New York is 13:00 in Beijing in winter, so that it falls into the open hours. */
  const stateAt = (day: string) =>
    onText(async (_day, step) => {
      standAt(new Date(new Date(`${day}T13:00:00+08:00`).getTime() + step))
      const { token } = await site.member()
      const { data } = await site.call<{ claim: { state: string } }>(
        'GET /api/userredpacket',
        {},
        { token },
      )
      return data.claim.state
    })
  examine(
    redPacketDays,
    {
      'redpacket.tiers[].startDay': stateAt('2028-01-05'),
      'redpacket.tiers[].endDay': stateAt('2028-02-06'),
    },
    inDatabase({
      ...inWorld,
      bases: { redpacket: { tiers: [tier], opens: '12:30', closes: '14:00' } },
    }),
  )
})

describe('levels', () => {
  const level = { realperson: 0, sport: 0, e_sport: 0, joker: 0, electron: 1, lottery: 0 }
  const ten = Array.from({ length: 10 }, (_, n) => ({
    ...level,
    vipname: `VIP${n + 1}`,
    rechargeFen: n * 100_00,
    flowFen: n * 100_00,
    keepFen: n * 100_00,
  }))
  const rising = (depositFen: number, flowFen: number) => async () => {
    const member = await atLevel(9)
    await deposit(site, member.memberId, depositFen / 100, ago(DAY_MS))
    await playBefore(member.memberId, flowFen)
    await review()
    return vipOf(member.memberId)
  }
  examine(
    levelEdges,
    {
      'vip_levels[].rechargeFen': onFigure(fen => rising(fen, 1_000_00)()),
      'vip_levels[].flowFen': onFigure(fen => rising(1_000_00, fen)()),
      'vip_levels[].keepFen': onFigure(async fen => {
        const { memberId } = await atLevel(10)
        await run(
          owner,
          sql`insert into vip_standing (member_id, peak_vip, window_from, window_to, level_from)
            values (${memberId}, 10, ${addDays(dayNow(), -90)}::date, ${dayNow()}::date, ${addDays(dayNow(), -90)}::date)`,
        )
        await playBefore(memberId, fen)
        await review()
        return vipOf(memberId)
      }),
    },
    {
      before: nextNoon,
      set: async ({ keys }, number) => {
        const levels = levelsSchema.parse(setLeaf(structuredClone(ten), keys, number))
        const by = { name: 'test', at: clock.now() }
        await transaction(owner, tx => writeLevels(tx, levels, by))
      },
    },
  )

  const meeting = async (vip: number) => {
    const member = await atLevel(vip)
    await deposit(site, member.memberId, 100_000, ago(DAY_MS))
    await playBefore(member.memberId, 100_000_00)
    return member
  }
  examine(
    vipEdges,
    {
      'vip.runAt': onText(async (_hour, step) => {
        standAt(today('02:00', step))
        await nightsWork()
        const done = await rows(
          owner,
          sql`select from job_run where job = 'vip' and day = ${dayNow()}::date and finished_at is not null`,
        )
        return done.length > 0 ? 'reviewed' : ''
      }),
      // The window ends so many days after the level was reached.
      'vip.windowDays': onFigure(async (_days, step) => {
        const member = await site.member()
        await deposit(site, member.memberId, 100, ago(DAY_MS))
        await playBefore(member.memberId, 100_00)
        await review()
        await review(addDays(dayNow(), 30 + step))
        return vipOf(member.memberId)
      }),
      'vip.releaseFrom': onFigure(async vip => {
        const { memberId } = await meeting(vip - 1)
        await review()
        return (await vipOf(memberId)) === `VIP${vip}` ? 'raised' : 'waits'
      }),
      'vip.releaseDays': onFigure(async days => {
        const { memberId } = await meeting(4)
        const by = await desk(site, 'risk')
        const on = addDays(dayNow(), -days)
        const said = await outcome(
          by.call('POST /api/console/vip-releases/record', {
            id: Number(memberId),
            vip: 5,
            affordability_on: on,
            affordability: '工资单已核对',
            harm_on: on,
            harm: '没有受害标记',
            diligence_on: on,
            diligence: '资金来源已复核',
          }),
        )
        return said
      }),
    },
    inDatabase({ ...inWorld, bases: { vip: { releaseFrom: 5 } } }),
  )
})

describe('rebates', () => {
  examine(
    rebateEdges,
    {
      'rebate.runAt': onText(async (_hour, step) => {
        const { memberId } = await site.member()
        await playBefore(memberId, 1_000_00)
        standAt(today('03:00', step))
        await nightsWork()
        const found = await rows(owner, sql`select from rebate where member_id = ${memberId}`)
        return found.length > 0 ? 'pending' : ''
      }),
    },
    inDatabase(inWorld),
  )
})

describe('turnover that a credit asks for', () => {
  const tier = {
    startDay: '2026-01-01',
    endDay: '2030-12-31',
    minFen: 100_00,
    maxFen: null,
    claims: 1,
    drawMinFen: 500_00,
    drawMaxFen: 500_00,
    turnoverTimes: 0,
  }
  const friendPlays = async (agentId: bigint, month: string) => {
    const { memberId } = await site.member({ pid: String(agentId) })
    await play(memberId, 1_000_00, `${month}-15`)
  }
  examine(
    turnoverEdges,
    {
      'redpacket.tiers[].turnoverTimes': onFigure(async (_times, step) => {
        const member = await deposited(200_00)
        standAt(today('10:30'))
        await claim(member)
        standAt(today('12:00'))
        return afterTurnover(member, 1_500_00, step)
      }),
      'rebate.turnoverTimes': onFigure(async (_times, step) => {
        const member = await deposited(200_00)
        await playBefore(member.memberId, 10_000_00)
        await nightsWork()
        await site.call('POST /api/dofanshui', {}, { token: member.token })
        const { fen } = await theRow(
          owner,
          sql<{
            fen: number
          }>`select sum(amount_fen)::int as fen from rebate_claim where member_id = ${member.memberId}`,
        )
        return afterTurnover(member, fen * 3, step)
      }),
      'agent.turnoverTimes': onFigure(async (_times, step) => {
        const member = await deposited(200_00)
        const since = { at: clock.now(), fromDay: '2027-01-01', month: '2027-01' }
        await insertAgent(owner, { memberId: member.memberId, ...since })
        await friendPlays(member.memberId, '2027-01')
        standAt(new Date('2027-02-05T12:00:00+08:00'))
        const token = await site.enter(member.memberId)
        await makeDueStatements(site.services)
        await transaction(owner, tx =>
          decideStatement(tx, {
            agentId: member.memberId,
            month: '2027-01',
            pass: true,
            reason: '',
            by: { name: 'admin', actor: { type: 'operator', id: '1' } },
            now: clock.now(),
          }),
        )
        return afterTurnover({ ...member, token }, 900_00, step)
      }),
    },
    // The agents' rule of a month is the one in force when it began.
    inDatabase({
      ...inWorld,
      now: () => new Date('2026-01-01T00:00:00+08:00'),
      bases: { redpacket: { tiers: [tier] } },
    }),
  )
})

describe('above the categories', () => {
  type Picks = { hot: { game_code: string }[]; fresh: { game_code: string }[] }
  const picks = async (kind: keyof Picks) =>
    (await site.call<Picks>('GET /api/game/picks')).data[kind].map(each => each.game_code)
  /** So many members open the first games at a moment, and the games are counted. */
  const hot = async (members: number, at: Date, many = 1) => {
    await run(owner, sql`truncate game_launch`)
    for (let n = 0; n < members; n += 1) {
      const { memberId } = await site.member()
      await run(
        owner,
        sql`insert into game_launch (member_id, venue_id, game_code, address, at)
        select ${memberId}, venue_id, game_code, '', ${at} from game where game_code = any(${GAMES.slice(0, many)})`,
      )
    }
    await countGameHeat(site.services)
    return picks('hot')
  }
  /** The first games are shown for the first time at a moment. */
  const fresh = async (at: Date, many = 1) => {
    await run(owner, sql`update game set first_shown_at = timestamptz '1970-01-01 00:00:00Z'`)
    await run(
      owner,
      sql`update game set first_shown_at = ${at} where game_code = any(${GAMES.slice(0, many)})`,
    )
    return picks('fresh')
  }
  const sizeOf = (shown: string[], many: number) =>
    ({ [many]: 'all', [many - 1]: 'all but one' })[shown.length] ?? `${shown.length}`
  examine(
    lobbyEdges,
    {
      'lobby.hotDays': onFigure(async (_days, step) =>
        (await hot(5, ago(5 * DAY_MS + step))).includes(GAMES[0]!) ? 'hot' : '',
      ),
      'lobby.hotPlayers': onFigure(async members =>
        (await hot(members, clock.now())).includes(GAMES[0]!) ? 'hot' : '',
      ),
      'lobby.hotShown': onFigure(async many => sizeOf(await hot(5, clock.now(), many), many)),
      'lobby.newDays': onFigure(async (_days, step) =>
        (await fresh(ago(10 * DAY_MS + step))).includes(GAMES[0]!) ? 'new' : '',
      ),
      'lobby.newShown': onFigure(async many => sizeOf(await fresh(clock.now(), many), many)),
    },
    inDatabase(inWorld),
  )
})
