import { SEGMENT_DAYS, segmentFacts, type SegmentFactName } from '@tianping/contract/segments/facts'
import type { ConsolePayload } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { yuanOf } from '@tianping/money'
import { Refusal } from '../../kernel/http/refusal.ts'
import { isTag } from '../tags/tags.ts'
import { exampleRows, type KeptCondition } from './store/segments.sql.ts'

type Asked = ConsolePayload<'POST /api/console/segments/preview'>['conditions'][number]

const FEN = 100
const isAmount = (fact: SegmentFactName) => segmentFacts[fact].unit === 'yuan'

const kept = (fact: SegmentFactName, bound: number | null): string | null =>
  bound === null ? null : String(isAmount(fact) ? Math.round(bound * FEN) : Math.trunc(bound))
const shown = (fact: SegmentFactName, bound: string | null): number | null => {
  if (bound === null) return null
  return isAmount(fact) ? yuanOf(BigInt(bound)) : Number(bound)
}

async function named(db: Db, { fact, id }: Asked): Promise<KeptCondition> {
  const { label } = segmentFacts[fact]
  if (fact === 'agent') {
    const found = await exampleRows(db, [BigInt(id)])
    if (found.length === 0) throw new Refusal(say('segment.agent', { fact: label }))
  } else if (!(await isTag(db, BigInt(id)))) throw new Refusal(say('segment.tag', { fact: label }))
  return { fact, days: 0, least: '1', most: null, id: String(id) }
}

const isSpan = (least: string | null, most: string | null) =>
  least === null ? most !== null : most === null || BigInt(least) <= BigInt(most)

function within({ fact, days, ...asked }: Asked): KeptCondition {
  const { label, days: windowed } = segmentFacts[fact]
  if (windowed && (days < 1 || days > SEGMENT_DAYS))
    throw new Refusal(say('segment.days', { fact: label, max: SEGMENT_DAYS }))
  const [least, most] = [kept(fact, asked.least), kept(fact, asked.most)]
  if (!isSpan(least, most)) throw new Refusal(say('segment.bounds', { fact: label }))
  return { fact, days: windowed ? days : 0, least, most, id: '0' }
}

/** The conditions as they are kept; refuses one that says nothing. */
export async function keptConditions(db: Db, asked: Asked[]): Promise<KeptCondition[]> {
  if (asked.length === 0) throw new Refusal(say('segment.no_condition'), { field: 'conditions' })
  const all: KeptCondition[] = []
  for (const each of asked)
    all.push(segmentFacts[each.fact].unit === 'id' ? await named(db, each) : within(each))
  return all
}

export const shownConditions = (all: KeptCondition[]): Asked[] =>
  all.map(({ fact, days, least, most, id }) => ({
    fact,
    days,
    least: shown(fact, least),
    most: shown(fact, most),
    id: Number(id),
  }))
