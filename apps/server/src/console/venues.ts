import { yuanOf } from '@tianping/contract/money'
import { beijing } from '../clock.ts'
import { PER_PAGE, pageOf } from '../http/answer.ts'
import { Refusal } from '../http/refusal.ts'
import type { ConsoleHandlers } from '../http/services.ts'
import { act } from './act.ts'
import * as rows from './venues.sql.ts'

const accounts: Record<number, string> = { 100: '中心钱包', 110: '场馆余额', 400: '场馆结算', 410: '游戏输赢' }

const transferOf = (t: rows.TransferRow) => ({
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

const gone = (what: string) => new Refusal(`该${what}不存在`, 404)
const moved = (what: string) => new Refusal(`该${what}已被他人修改，请刷新后重试`, 409)

export const venueHandlers = {
  'POST /api/console/venues/list': async ({ db, clock }) => {
    const now = clock.now().getTime()
    const data = (await rows.venueRows(db)).map(v => ({
      venue_id: v.venueId, seen: v.seen, platname: v.platname, name: v.name, category: v.category, ico: v.ico, rank: v.rank, state: v.state, games: v.games,
      games_shown: v.gamesShown, feed_read_at: v.readAt ? beijing(v.readAt) : '', feed_lag_seconds: v.readAt ? Math.max(0, Math.floor((now - v.readAt.getTime()) / 1_000)) : -1,
      feed_cursor: Number(v.cursor), transfers_pending: v.pending, members: v.members, held: yuanOf(v.heldFen),
    }))
    return { data }
  },
  'POST /api/console/venues/save': async context => {
    const { venue_id: venueId, seen, name, rank, state, note } = context.body
    if (name === '') throw new Refusal('请填写名称', 400, { field: 'name' })
    await act(context, async tx => {
      const before = await rows.lockVenue(tx, venueId)
      if (!before) throw gone('场馆')
      if (before.seen !== seen) throw moved('场馆')
      if (before.state !== state && note === '') throw new Refusal('请填写原因', 400, { field: 'note' })
      const next = { venueId, name, rank, state }
      await rows.updateVenue(tx, next)
      const was = { name: before.name, rank: before.rank, state: before.state }
      return { answer: null, deed: { action: before.state === state ? 'venue.save' : `venue.${state}`, subject: `venue:${venueId}`, before: was, after: { name, rank, state }, note } }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/games/list': async ({ db, body }) => {
    const shown = body.shown === 1 ? true : body.shown === 0 ? false : null
    const found = await rows.gameRows(db, { venueId: body.venue_id ?? 0, shown, q: body.q, limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE })
    const data = found.rows.map(g => ({ venue_id: g.venueId, game_code: g.gameCode, seen: g.seen, name: g.name, image: g.image, rank: g.rank, shown: g.shown, on_home: g.onHome }))
    return { data: pageOf(data, body.page, found.total) }
  },
  'POST /api/console/games/save': async context => {
    const { venue_id: venueId, game_code: gameCode, seen, rank, shown, on_home } = context.body
    await act(context, async tx => {
      const before = await rows.lockGame(tx, venueId, gameCode)
      if (!before) throw gone('游戏')
      if (before.seen !== seen) throw moved('游戏')
      const next = { venueId, gameCode, rank, shown: shown === 1, onHome: on_home === 1 }
      await rows.updateGame(tx, next)
      const told = (g: { rank: number; shown: boolean; onHome: boolean }) => ({ rank: g.rank, shown: g.shown, on_home: g.onHome })
      return { answer: null, deed: { action: 'game.save', subject: `game:${venueId}:${gameCode}`, before: { name: before.name, ...told(before) }, after: { name: before.name, ...told(next) } } }
    })
    return { message: '已保存', data: null }
  },
  'POST /api/console/transfers/list': async ({ db, body }) => {
    const found = await rows.transferRows(db, { state: body.state ?? 2, venueId: body.venue_id ?? 0, q: body.q, limit: PER_PAGE, offset: (body.page - 1) * PER_PAGE })
    return { data: pageOf(found.rows.map(transferOf), body.page, found.total) }
  },
  'POST /api/console/transfers/show': async ({ db, body }) => {
    const found = await rows.transferRow(db, BigInt(body.member_id), body.tx_id)
    if (!found) throw gone('转账')
    const trail = await rows.transferTrail(db, found.memberId, found.txId)
    return { data: { ...transferOf(found), trail: trail.map(t => ({ at: beijing(t.at), phase: t.phase, account: accounts[t.account] ?? String(t.account), layer: t.layer, amount: yuanOf(t.amountFen) })) } }
  },
} satisfies ConsoleHandlers
