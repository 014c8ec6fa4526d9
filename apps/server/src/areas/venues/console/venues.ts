import { say } from '@tianping/contract/refusals'
import { yuanOf } from '@tianping/money'
import type { Category } from '@tianping/contract/games/facts'
import {
  everyTransfer,
  transferLabels,
  transferState,
  type TransferState,
  type VenueAdapterName,
} from '@tianping/contract/venues/facts'
import { addDays, beijing, beijingDay } from '@tianping/money/day'
import { VENUE_CODES, type VenueOutcome } from '@tianping/venue-protocol'
import { PER_PAGE, pageOf } from '../../../kernel/http/answer.ts'
import { need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../../kernel/http/services.ts'
import { readTransfer } from '../store/transfer.sql.ts'
import { askVenue } from '../transfer.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { audit } from '../../../kernel/operator/audit.ts'
import { narrowedOf, statesOf } from '../../../kernel/operator/listed.sql.ts'
import { keyedPage, pagingOf } from '../../../kernel/operator/pages.sql.ts'
import { categoryPictures, pictureOf } from '../pictures.ts'
import { accountNames } from '../../journal/journal.ts'
import { holdPictures } from '../../media/media.ts'
import { refuseOwnMember } from '../../../kernel/operator/selfGuard.ts'
import { configHash, connectionSchema } from '../connect/setting.ts'
import { BEACON_LATE_S } from '../beacons.ts'
import { venueBeacons } from '../store/beacon.sql.ts'
import { hasPassed, linkRows } from '../store/link.sql.ts'
import * as rows from '../store/venues.sql.ts'

/** Days whose statements are asked for at once. */
const STATEMENT_DAYS = 8
const sumsOf = (s: rows.DaySums) => ({
  bets: s.bets,
  stake: yuanOf(s.stakeFen),
  valid: yuanOf(s.validFen),
  payout: yuanOf(s.payoutFen),
  moved_in: yuanOf(s.inFen),
  moved_out: yuanOf(s.outFen),
})

const transferRowOf = (t: rows.TransferRow) => ({
  tx_id: t.txId,
  member_id: Number(t.memberId),
  username: t.username,
  venue: t.venue,
  direction: t.direction,
  amount: yuanOf(t.amountFen),
  moved: t.movedFen === null ? null : yuanOf(t.movedFen),
  state: t.state,
  reason: t.reason,
  checks: t.checks,
  next_check_at: t.nextCheckAt ? beijing(t.nextCheckAt) : '',
  created_at: beijing(t.createdAt),
  resolved_at: t.resolvedAt ? beijing(t.resolvedAt) : '',
})

function beaconOf(told: Awaited<ReturnType<typeof venueBeacons>>[number] | undefined) {
  if (!told) return null
  const { name, isLocal, round, ageS, toldAt } = told
  return {
    name,
    local: isLocal,
    round: Number(round ?? 0),
    age_seconds: Math.floor(ageS ?? -1),
    late: ageS === null || ageS > BEACON_LATE_S,
    told_at: beijing(toldAt),
  }
}

const noVenue = () => new Refusal(say('venue.not_found'))
const noGame = () => new Refusal(say('venue.game_not_found'))
const noTransfer = () => new Refusal(say('venue.transfer_not_found'))

/** The filter of a list of games; any other number narrows nothing. */
const SHOWN = new Map<number | undefined, boolean>([
  [0, false],
  [1, true],
])

/** What an operator reads after asking the venue about a transfer, by what is known then. */
const ASKED_TEXT = {
  [transferState.failed]: '场馆已确认未成功，资金已退回',
  [transferState.done]: '场馆已确认成功',
  [transferState.pending]: '场馆仍未给出明确结果',
} as const

function refuseKnown(state: TransferState) {
  if (state === transferState.pending) return
  const how = state === transferState.done ? transferLabels.done : transferLabels.failed
  throw new Refusal(say('venue.transfer_known', { how }), { state })
}

function healthText(answer: VenueOutcome<{ protocol: string | number }>): string {
  if (answer.kind === 'ok') return `正常，协议 ${answer.data.protocol}`
  return answer.kind === 'refused' ? `拒绝：${answer.code}` : `没有答复：${answer.reason}`
}

/** Codes that can be reached: the sandbox's nine, and those with a connection and a key. */
async function reachable({ db, settings }: Pick<Services, 'db' | 'settings'>): Promise<string[]> {
  const connected = (await linkRows(db))
    .filter(({ value }) => connectionSchema.parse(value).key !== 0)
    .map(({ platname }) => platname)
  return [...new Set([...(settings.sandboxVenue ? VENUE_CODES : []), ...connected])]
}

/** A venue is opened to members only where a trial of its present connection passed. */
async function refuseUntried({ db, settings }: Pick<Services, 'db' | 'settings'>, code: string) {
  const link = (await linkRows(db)).find(({ platname }) => platname === code)
  if (!link) {
    if (settings.sandboxVenue) return
    throw new Refusal(say('venue.not_connected'), { field: 'state' })
  }
  const value = connectionSchema.parse(link.value)
  if (value.adapter !== 'sandbox' && !(await hasPassed(db, code, configHash(value))))
    throw new Refusal(say('venue.not_tested'), { field: 'state' })
}

/** How far a feed is read; the cursor of single transactions is a moment. */
const feedOf = (cursor: bigint, adapter: VenueAdapterName | undefined) =>
  adapter === 'transfer-wallet'
    ? { feed_cursor: 0, feed_until: cursor > 0n ? beijing(new Date(Number(cursor))) : '' }
    : { feed_cursor: Number(cursor), feed_until: '' }

export const venueHandlers = {
  'POST /api/console/venues/list': async ({ db, clock, venues }) => {
    const now = clock.now().getTime()
    const [known, beacons] = await Promise.all([venues.all(), venueBeacons(db)])
    const data = (await rows.venueRows(db)).map(v => ({
      venue_id: v.venueId,
      seen: v.seen,
      platname: v.platname,
      name: v.name,
      category: v.category,
      ico: v.ico,
      rank: v.rank,
      state: v.state,
      games: v.games,
      games_shown: v.gamesShown,
      feed_read_at: v.readAt ? beijing(v.readAt) : '',
      feed_lag_seconds: v.readAt ? Math.max(0, Math.floor((now - v.readAt.getTime()) / 1_000)) : -1,
      ...feedOf(v.cursor, venues.connections.valueOf(v.platname)?.adapter),
      transfers_pending: v.pending,
      rests_until: v.restsUntil ? beijing(v.restsUntil) : '',
      beacon: beaconOf(beacons.find(({ venueId }) => venueId === v.venueId)),
      members: v.members,
      held: yuanOf(v.heldFen),
      wallet: known.find(each => each.venueId === v.venueId)?.wallet ?? ('own' as const),
      open_stake: yuanOf(v.openFen),
      open_bets: v.openBets,
    }))
    return { data }
  },
  'POST /api/console/venues/save': async context => {
    const { venue_id: venueId, seen, name, rank, state, note } = context.body
    if (name === '') throw new Refusal(say('desk.name_missing'), { field: 'name' })
    await runAction(context, async tx => {
      const before = await rows.lockVenue(tx, venueId)
      if (!before) throw noVenue()
      if (before.seen !== seen) throw new Refusal(say('venue.changed'))
      if (before.state !== state && note === '')
        throw new Refusal(say('desk.reason_missing'), { field: 'note' })
      if (before.state !== 'open' && state === 'open')
        await refuseUntried({ ...context, db: tx }, before.platname)
      const next = { venueId, name, ico: context.body.ico || before.ico, rank, state }
      await rows.updateVenue(tx, next)
      const was = { name: before.name, ico: before.ico, rank: before.rank, state: before.state }
      return {
        answer: null,
        entry: {
          action: before.state === state ? 'venue.save' : `venue.${state}`,
          subject: `venue:${venueId}`,
          before: was,
          after: { name, ico: next.ico, rank, state },
          note,
        },
      }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/venues/missing': async services => {
    const known = new Set((await services.venues.all()).map(venue => venue.platname))
    return { data: (await reachable(services)).filter(code => !known.has(code)) }
  },
  'POST /api/console/venues/add': async context => {
    const { platname, name, category, slot_tab, rank } = context.body
    if (!(await reachable(context)).includes(platname))
      throw new Refusal(say('venue.unknown'), { field: 'platname' })
    if (name === '') throw new Refusal(say('desk.name_missing'), { field: 'name' })
    if (slot_tab !== '' && category !== 'concise')
      throw new Refusal(say('venue.tab_for_slots_only'), { field: 'slot_tab' })
    const ico = categoryPictures[category]
    const data = await runAction(context, async tx => {
      const venueId = await rows.insertVenue(tx, {
        platname,
        name,
        category,
        slotTab: slot_tab,
        ico,
        rank,
      })
      if (venueId === undefined) throw new Refusal(say('venue.exists'))
      return {
        answer: { venue_id: venueId },
        entry: {
          action: 'venue.add',
          subject: `venue:${venueId}`,
          after: { platname, name, category, slot_tab, rank, state: 'maintenance' },
        },
      }
    })
    return { message: '已添加，处于维护状态', data: data ?? null }
  },
  'POST /api/console/games/sync': async context => {
    const {
      venues,
      body: { venue_id: venueId },
    } = context
    const venue = await venues.byId(venueId)
    if (!venue) throw noVenue()
    const answer = await venues.client(venue).games({})
    if (answer.kind !== 'ok') throw new Refusal(say('venue.no_answer', { venue: venue.name }))
    const games = answer.data.items.map(game => ({
      code: game.game_code,
      name: game.name,
      picture: pictureOf(venue.category as Category, game.game_code),
    }))
    const done = await runAction(context, async tx => {
      const added = await rows.insertGames(tx, venueId, games)
      const answered = {
        added,
        known: games.length - added,
        gone: await rows.shownBeside(
          tx,
          venueId,
          games.map(game => game.code),
        ),
      }
      return {
        answer: answered,
        entry: { action: 'game.sync', subject: `venue:${venueId}`, after: answered },
      }
    })
    return { data: done ?? { added: 0, known: games.length, gone: [] } }
  },
  'POST /api/console/games/list': async ({ db, body }) => {
    const shown = SHOWN.get(body.shown) ?? null
    const found = await rows.gameRows(db, {
      venueId: body.venue_id ?? 0,
      shown,
      q: body.q,
      limit: PER_PAGE,
      offset: (body.page - 1) * PER_PAGE,
    })
    const data = found.rows.map(g => ({
      venue_id: g.venueId,
      game_code: g.gameCode,
      seen: g.seen,
      name: g.name,
      image: g.image,
      rank: g.rank,
      shown: g.shown,
      on_home: g.onHome,
      pick: g.pick,
      players: g.players,
      first_shown_at: g.firstShownAt ? beijing(g.firstShownAt) : '',
    }))
    return { data: pageOf(data, body.page, found.total) }
  },
  'POST /api/console/games/save': async context => {
    const { venue_id: venueId, game_code: gameCode, seen, rank, shown, on_home } = context.body
    await runAction(context, async tx => {
      const before = await rows.lockGame(tx, venueId, gameCode)
      if (!before) throw noGame()
      if (before.seen !== seen) throw new Refusal(say('venue.game_changed'))
      const next = {
        venueId,
        gameCode,
        name: context.body.name || before.name,
        image: context.body.image || before.image,
        rank,
        shown: shown === 1,
        onHome: on_home === 1,
        pick: context.body.pick ?? before.pick,
      }
      await holdPictures(tx, { image: next.image }, before.image)
      await rows.updateGame(tx, next, context.clock.now())
      const told = (g: rows.GameRow | typeof next) => ({
        name: g.name,
        image: g.image,
        rank: g.rank,
        shown: g.shown,
        on_home: g.onHome,
        pick: g.pick,
      })
      return {
        answer: null,
        entry: {
          action: 'game.save',
          subject: `game:${venueId}:${gameCode}`,
          before: told(before),
          after: told(next),
        },
      }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/transfers/list': async ({ db, body }) => {
    const paging = pagingOf(body, ['amount'])
    const states = statesOf(body, {
      resting: transferState.pending,
      every: everyTransfer,
      known: Object.values(transferState),
    })
    const venueId = body.venue_id ?? 0
    const found = await rows.transferRows(db, {
      ...narrowedOf(body),
      states,
      venueId,
      q: body.q,
      paging,
    })
    return { data: keyedPage(paging, found, found.rows.map(transferRowOf)) }
  },
  'POST /api/console/transfers/show': async ({ db, body }) => {
    const found = await rows.transferRow(db, BigInt(body.member_id), body.tx_id)
    if (!found) throw noTransfer()
    const [trail, answers] = await Promise.all([
      rows.transferTrail(db, found.memberId, found.txId),
      rows.transferAnswers(db, found.memberId, found.txId),
    ])
    return {
      data: {
        ...transferRowOf(found),
        trail: trail.map(t => ({
          at: beijing(t.at),
          phase: t.phase,
          account: accountNames[t.account] ?? String(t.account),
          layer: t.layer,
          amount: yuanOf(t.amountFen),
        })),
        answers: answers.map(each => ({ ...each, at: beijing(each.at) })),
      },
    }
  },
  'POST /api/console/transfers/ask': async ({ body, operator, caller, ...services }) => {
    const { db, clock } = services
    const found = await readTransfer(db, BigInt(body.member_id), body.tx_id)
    if (!found) throw noTransfer()
    refuseOwnMember(operator, [found.memberId])
    refuseKnown(found.state)
    if (body.how === 'finalize') need(body.remark, 'desk.reason_missing', 'remark')
    const asked = await askVenue(services, found, { asked: body.how, by: operator.name })
    if (!asked) throw noVenue()
    const { result, said } = asked
    const state = 'transfer' in result ? result.transfer.state : transferState.pending
    await audit(
      db,
      clock.now(),
      { operator, address: caller.address },
      {
        action: `transfer.${body.how === 'finalize' ? 'finalize' : 'ask'}`,
        subject: `transfer:${found.txId}`,
        before: {
          state: transferState.pending,
          member: found.memberId,
          amount_fen: found.amountFen,
        },
        after: { state, said },
        note: body.remark,
      },
    )
    return { message: ASKED_TEXT[state], data: { state, said } }
  },
  'POST /api/console/venues/check': async ({ venues, body }) => {
    const venue = await venues.byId(body.venue_id)
    if (!venue) throw noVenue()
    const begun = performance.now()
    const answer = await venues.client(venue).health({})
    const said = healthText(answer)
    return {
      data: { ok: answer.kind === 'ok', took_ms: Math.round(performance.now() - begun), said },
    }
  },
  'POST /api/console/venues/statements': async ({ db, clock, venues, body }) => {
    const venue = await venues.byId(body.venue_id)
    if (!venue) throw noVenue()
    const today = beijingDay(clock.now())
    const days = Array.from({ length: STATEMENT_DAYS }, (_, back) => addDays(today, -back))
    const data = await Promise.all(
      days.map(async day => {
        const [own, answer] = await Promise.all([
          rows.ourDay(db, venue.venueId, day),
          venues.client(venue).statement({ date: day }),
        ])
        const ours = sumsOf(own)
        const t = answer.kind === 'ok' ? answer.data : null
        const theirs =
          t &&
          sumsOf({
            bets: t.bets.count,
            stakeFen: t.bets.stake,
            validFen: t.bets.valid_amount,
            payoutFen: t.bets.payout,
            inFen: t.transfers.in_amount,
            outFen: t.transfers.out_amount,
          })
        return {
          day,
          ours,
          theirs,
          agrees: theirs !== null && JSON.stringify(ours) === JSON.stringify(theirs),
        }
      }),
    )
    return { data }
  },
} satisfies ConsoleHandlers
