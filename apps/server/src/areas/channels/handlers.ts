import { isChannelCode } from '@tianping/contract/channels/facts'
import { beijingDay } from '@tianping/money/day'
import type { Handlers } from '../../kernel/http/services.ts'
import { attemptFrom } from '../../kernel/http/throttle.ts'
import { addSiteVisit, addVisit } from './store/channel.sql.ts'

const visitsByAddress = { attempts: 60, windowMs: 600_000 }

export const channelHandlers = {
  'POST /api/channel/visit': async ({ db, clock, body, caller }) => {
    const now = clock.now()
    await attemptFrom(db, 'channelvisit', caller.address, visitsByAddress, now)
    const [code, day] = [body.code.toUpperCase(), beijingDay(now)]
    if (code === '') await addSiteVisit(db, day)
    else if (isChannelCode(code)) await addVisit(db, code, day)
    return { data: null }
  },
} satisfies Handlers
