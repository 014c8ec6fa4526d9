import { say } from '@tianping/contract/refusals'
import { transaction } from '@tianping/database'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Handlers } from '../../kernel/http/services.ts'
import {
  answerPrompt,
  protectionSetting,
  readFunds,
  setPapersRead,
  setReality,
  setReviewed,
  writeAct,
} from '../protection/protection.ts'
import { askEarlier, comeBack, exclude, timeout } from './member/block.ts'
import { due } from './member/due.ts'
import { confirmRaise, setOwnLimit } from './member/limit.ts'
import { show } from './member/show.ts'

export const responsibleHandlers = {
  'POST /api/protection/show': show,
  'POST /api/protection/limit': setOwnLimit,
  'POST /api/protection/limit/confirm': confirmRaise,
  'POST /api/protection/timeout': timeout,
  'POST /api/protection/exclude': exclude,
  'POST /api/protection/return': comeBack,
  'POST /api/protection/earlier': askEarlier,
  'POST /api/protection/reality': async ({ db, clock, body: { minutes }, member }) => {
    const { memberId } = member
    const { realityOptions } = await protectionSetting(db)
    if (!realityOptions.includes(minutes)) throw new Refusal(say('protection.reality_options'))
    await transaction(db, async tx => {
      await setReality(tx, memberId, minutes)
      await writeAct(tx, { memberId, at: clock.now(), act: 'reality', detail: { minutes } })
    })
    return { message: '已保存，下次进入游戏时生效', data: { minutes } }
  },
  'POST /api/protection/prompt': async ({ db, clock, body: { answer }, member }) => {
    const { memberId } = member
    const at = clock.now()
    await transaction(db, async tx => {
      await answerPrompt(tx, memberId, answer === 'limit' ? at : null)
      await writeAct(tx, { memberId, at, act: 'prompt', detail: { answer } })
    })
    return { data: null }
  },
  'POST /api/protection/due': due,
  'POST /api/protection/funds': async ({ db, clock, body: { version }, member: { memberId } }) => {
    const now = clock.now()
    await transaction(db, async tx => {
      await readFunds(tx, { memberId, version, now })
      await writeAct(tx, { memberId, at: now, act: 'funds_read', detail: { version } })
    })
    return { data: null }
  },
  'POST /api/protection/papers': async ({ db, clock, member: { memberId } }) => {
    const at = clock.now()
    await transaction(db, async tx => {
      await setPapersRead(tx, memberId, at)
      await writeAct(tx, { memberId, at, act: 'papers_read', detail: {} })
    })
    return { data: null }
  },
  'POST /api/protection/reviewed': async ({ db, clock, member: { memberId } }) => {
    const at = clock.now()
    await transaction(db, async tx => {
      await setReviewed(tx, memberId, at)
      await writeAct(tx, { memberId, at, act: 'reviewed', detail: {} })
    })
    return { data: null }
  },
} satisfies Handlers
