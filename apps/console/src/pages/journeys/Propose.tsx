import {
  JOURNEY_SPAN_DAYS,
  journeyTriggers,
  triggerText,
  type JourneyTrigger,
} from '@tianping/contract/journeys/facts'
import { offerProducts, type OfferProduct } from '@tianping/contract/consents/facts'
import { beijing, DAY_MS } from '@tianping/money/day'
import { Button } from 'antd'
import { useState } from 'react'
import { callOnce } from '../../app/api.ts'
import { LetterCheck, statedFields, statedIn } from '../../parts/adverts/OfferChecks.tsx'
import { unstated } from '../../parts/adverts/useAdvert.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { useAudienceOptions } from '../../parts/segments/Audience.tsx'
import { stale, type Journey } from './calls.ts'
import { Reach } from './Reach.tsx'
import { againText } from './standing.tsx'

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const triggerOptions = Object.entries(journeyTriggers).map(([value, { label }]) => ({
  value,
  label,
}))
const triggerIn = (v: EditValues) => String(v['trigger']) as JourneyTrigger
const gives = (v: EditValues) => Number(v['bonus']) > 0

const fieldsOf = (audience: EditField['options']): EditField[] => [
  { name: 'name', label: '名称', kind: 'text', max: 30 },
  { name: 'segment_id', label: '人群', kind: 'choice', options: audience ?? [] },
  { name: 'trigger', label: '触发条件', kind: 'choice', options: triggerOptions },
  { name: 'days', label: 'N（天，每天 24 小时）', kind: 'number' },
  { name: 'title', label: '站内信标题', kind: 'text', max: 100 },
  {
    name: 'product',
    label: '优惠内容（只发给愿意接收的会员）',
    kind: 'choice',
    options: [{ value: '', label: '全部产品' }, ...optionsOf(offerProducts)],
  },
  { name: 'content', label: '站内信内容', kind: 'rich', max: 2_000 },
  { name: 'bonus', label: '奖金（元，0 为没有）', kind: 'text', max: 12 },
  { name: 'per_day', label: '每日上限（人）', kind: 'number' },
  { name: 'month_budget', label: '每月预算（元，发到为止）', kind: 'text', max: 16, when: gives },
  { name: 'turnover_times', label: '奖金流水倍数（0 为不要求）', kind: 'number', when: gives },
  {
    name: 'again_days',
    label: '再次触达的间隔（天，0 为每人一次）',
    kind: 'number',
    when: v => journeyTriggers[triggerIn(v)].again,
  },
  { name: 'starts_at', label: '开始（北京时间）', kind: 'moment' },
  { name: 'ends_at', label: '结束（北京时间）', kind: 'moment' },
  ...statedFields(),
]

const LASTS_DAYS = 90
const minuteOf = (at: number) => beijing(new Date(at)).slice(0, 16)
/** From now on, for three months, unless said otherwise. */
const freshFrom = (now: number) => ({
  ...blank,
  starts_at: minuteOf(now),
  ends_at: minuteOf(now + LASTS_DAYS * DAY_MS),
})

const blank = {
  name: '',
  segment_id: 0,
  trigger: 'registered',
  days: 1,
  product: '',
  title: '',
  content: '<p></p>',
  bonus: '0',
  turnover_times: 3,
  per_day: 100,
  month_budget: '',
  again_days: 0,
  starts_at: '',
  ends_at: '',
  ...unstated,
}

/** The form of a change begins with what is so now. */
const initialOf = (j: Journey | undefined, now: number): EditValues =>
  j
    ? {
        ...blank,
        name: j.name,
        segment_id: j.segment_id,
        trigger: j.trigger,
        days: j.days,
        product: j.product,
        title: j.title,
        content: j.content,
        bonus: String(j.bonus),
        turnover_times: j.turnover_times,
        per_day: j.per_day,
        month_budget: j.month_budget > 0 ? String(j.month_budget) : '',
        again_days: j.again_days,
        starts_at: j.starts_at.slice(0, 16),
        ends_at: j.ends_at.slice(0, 16),
      }
    : freshFrom(now)

const standingIn = (v: EditValues) => ({
  segment_id: Number(v['segment_id']),
  product: String(v['product']) as OfferProduct | '',
  trigger: triggerIn(v),
  days: Number(v['days']),
  bonus: String(v['bonus']),
  per_day: Number(v['per_day']),
})

const sentIn = (v: EditValues) => ({
  ...standingIn(v),
  name: String(v['name']),
  title: String(v['title']),
  content: String(v['content']),
  turnover_times: Number(v['turnover_times']),
  month_budget: gives(v) ? String(v['month_budget']) : '',
  again_days: journeyTriggers[triggerIn(v)].again ? Number(v['again_days']) : 0,
  starts_at: String(v['starts_at']),
  ends_at: String(v['ends_at']),
  advert: statedIn(v),
})

/** When it goes out, and how often. */
function sentenceOf(v: EditValues): string {
  const sent = sentIn(v)
  const when = triggerText(sent.trigger, sent.days)
  return `${when}的会员收到，${againText(sent.again_days)}，每日最多 ${sent.per_day} 人；只计开始以后发生的，最长 ${JOURNEY_SPAN_DAYS} 天，须由另一位同事批准`
}

const Below = ({ values: v }: { values: EditValues }) => (
  <>
    <LetterCheck values={v} title={String(v['title'])} html={String(v['content'])} />
    <Reach of={standingIn(v)} />
  </>
)

/** Sets a journey up, or a change of one; another person has to approve it. */
export function Propose({ of }: { of?: Journey }) {
  const audience = useAudienceOptions(of?.segment_id ?? 0, '全部会员')
  const [now] = useState(() => Date.now())
  const title = of ? `修改“${of.name}”` : '新建自动触达'
  const { start, form } = useEdited<'propose'>({
    draft: what => `journeys/${of?.id ?? 0}/${what}`,
    action: (_, v) =>
      callOnce('POST /api/console/journeys/propose', { ...sentIn(v), replaces: of?.id ?? 0 }),
    done: '已提交，等待另一位同事复核',
    stale: [...stale],
  })
  return (
    <>
      <Button type={of ? 'default' : 'primary'} onClick={() => start('propose')}>
        {of ? '修改' : '新建自动触达'}
      </Button>
      {form && (
        <EditDialog
          title={title}
          fields={fieldsOf(audience)}
          initial={initialOf(of, now)}
          abreast
          sentence={sentenceOf}
          below={v => <Below values={v} />}
          confirm="提交"
          {...form}
        />
      )}
    </>
  )
}
