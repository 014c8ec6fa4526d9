import { journeyState } from '@tianping/contract/journeys/facts'
import { transaction, type Db } from '@tianping/database'
import { DAY_MS } from '@tianping/money/day'
import { decideJourney, insertJourney, type NewJourney } from './store/journey.sql.ts'

const BEGAN_DAYS = 10
const LASTS_DAYS = 90

type Demo = {
  /** Two operators. */
  proposedBy: string
  decidedBy: string
  now: Date
}

const common = {
  segmentId: null,
  product: '',
  turnoverTimes: 3,
  againDays: null,
  perDay: 50,
} as const
const own = {
  welcome: {
    name: '新会员问候',
    trigger: 'registered',
    days: 5,
    title: '欢迎来到天平',
    content:
      '<p>您注册已满五天，送您一份小礼，流水要求见信末。未满 18 周岁禁止参与，请量力而行。<a href="/activity">主要条件与条款</a></p>',
    bonusFen: 8_00n,
    monthFen: 2_000_00n,
  },
  level: {
    name: '升级祝贺',
    trigger: 'level_up',
    days: 0,
    title: '恭喜升级',
    content:
      '<p>恭喜您升级，新的权益已生效。未满 18 周岁禁止参与，请量力而行。<a href="/vip">主要条件与条款</a></p>',
    bonusFen: 0n,
    monthFen: 0n,
  },
} as const

/** A journey that has run for some days, and one that waits. */
export async function seedJourney(db: Db, demo: Demo): Promise<void> {
  const startsAt = new Date(+demo.now - BEGAN_DAYS * DAY_MS)
  const endsAt = new Date(+startsAt + LASTS_DAYS * DAY_MS)
  const by = { name: demo.proposedBy, at: new Date(+startsAt - DAY_MS) }
  const insert = (terms: Omit<NewJourney, 'startsAt' | 'endsAt' | keyof typeof common>) => ({
    ...common,
    ...terms,
    startsAt,
    endsAt,
    seriesId: null,
    replaces: null,
  })
  await transaction(db, async tx => {
    const id = await insertJourney(tx, insert(own.welcome), by)
    if (id === undefined) throw new Error('the journey of the demo is not there')
    const state = journeyState.approved
    const at = startsAt
    await decideJourney(tx, { id, state, by: demo.decidedBy, remark: '', since: at, at })
    await insertJourney(tx, insert(own.level), { name: demo.proposedBy, at: demo.now })
  })
}
