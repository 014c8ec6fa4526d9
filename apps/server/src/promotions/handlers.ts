import { yuanOf } from '@tianping/contract/money'
import { rows, sql } from '@tianping/database'
import type { Handlers } from '../http/services.ts'

type Level = { vip: number; vipname: string; rechargeFen: bigint; flowFen: bigint } & Record<'realperson' | 'sport' | 'e_sport' | 'joker' | 'electron' | 'lottery', string>

export const promotionsHandlers = {
  'POST /api/uservip': async ({ db }) => ({
    data: (await rows(db, sql<Level>`
      select vip, vipname, recharge_fen as "rechargeFen", flow_fen as "flowFen", realperson, sport, e_sport, joker, electron, lottery
      from vip_level order by vip`)).map(level => ({
      vip: level.vip,
      vipname: level.vipname,
      recharge: yuanOf(level.rechargeFen),
      flow: yuanOf(level.flowFen),
      realperson: Number(level.realperson),
      sport: Number(level.sport),
      e_sport: Number(level.e_sport),
      joker: Number(level.joker),
      electron: Number(level.electron),
      lottery: Number(level.lottery),
    })),
  }),
} satisfies Handlers
