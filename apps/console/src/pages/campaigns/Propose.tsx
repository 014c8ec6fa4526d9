import {
  CAMPAIGN_DAYS,
  campaignArms,
  campaignGoals,
  type CampaignGoal,
} from '@tianping/contract/campaigns/facts'
import { offerProducts, type OfferProduct } from '@tianping/contract/consents/facts'
import { Button } from 'antd'
import { callOnce } from '../../app/api.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { LetterCheck, statedFields, statedIn } from '../../parts/adverts/OfferChecks.tsx'
import { unstated } from '../../parts/adverts/useAdvert.ts'
import { AudienceSize, useAudienceOptions } from '../../parts/segments/Audience.tsx'
import { budgetCall, listCall } from './calls.ts'

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))
const hasB = (values: EditValues) => Number(values['b_percent']) > 0

/** A and B stand abreast. */
const letters: EditField[] = [
  { name: 'a_bonus', label: 'A 组奖金（元，0 为没有）', kind: 'text', max: 12 },
  { name: 'b_bonus', label: 'B 组奖金（元，0 为没有）', kind: 'text', max: 12, when: hasB },
  { name: 'a_title', label: 'A 组标题', kind: 'text', max: 100 },
  { name: 'b_title', label: 'B 组标题', kind: 'text', max: 100, when: hasB },
  { name: 'a_content', label: 'A 组内容', kind: 'rich', max: 2_000 },
  { name: 'b_content', label: 'B 组内容', kind: 'rich', max: 2_000, when: hasB },
]

const fieldsOf = (audience: EditField['options']): EditField[] => [
  { name: 'name', label: '名称', kind: 'text', max: 30 },
  { name: 'segment_id', label: '人群', kind: 'choice', options: audience ?? [] },
  { name: 'starts_at', label: '开始（北京时间）', kind: 'moment' },
  { name: 'ends_at', label: '结束（北京时间）', kind: 'moment' },
  { name: 'budget', label: '预算（元，发到为止；没有奖金时留空）', kind: 'text', max: 16 },
  { name: 'turnover_times', label: '奖金流水倍数（0 为不要求）', kind: 'number' },
  { name: 'goal', label: '衡量指标', kind: 'choice', options: optionsOf(campaignGoals) },
  { name: 'goal_days', label: '统计天数（从分组当天起）', kind: 'number' },
  { name: 'a_percent', label: 'A 组比例（%）', kind: 'number' },
  { name: 'b_percent', label: 'B 组比例（%，0 为不分 B 组）', kind: 'number' },
  ...letters,
  {
    name: 'product',
    label: '优惠内容（只发给愿意接收的会员）',
    kind: 'choice',
    options: [{ value: '', label: '全部产品' }, ...optionsOf(offerProducts)],
  },
  ...statedFields(),
]
const initial = {
  name: '',
  segment_id: 0,
  starts_at: '',
  ends_at: '',
  product: '',
  budget: '',
  turnover_times: 8,
  goal: 'depositors',
  goal_days: 7,
  a_percent: 90,
  b_percent: 0,
  a_bonus: '0',
  a_title: '',
  a_content: '<p></p>',
  b_bonus: '0',
  b_title: '',
  b_content: '<p></p>',
  ...unstated,
}

/** Who gets what, in shares. */
function sentenceOf(values: EditValues): string {
  const [a, b] = [Number(values['a_percent']), Number(values['b_percent'])]
  const control = 100 - a - b
  if (control < 0) return 'A 组与 B 组合计超过 100%'
  const second = b > 0 ? `，B 组 ${b}%` : ''
  const rest = control > 0 ? `，对照组 ${control}% 不发送` : '，没有对照组，无法比较效果'
  return `A 组 ${a}%${second}${rest}；最长 ${CAMPAIGN_DAYS} 天，须由另一位同事批准`
}

/** Whom it reaches, and what speaks against each of the letters. */
const Checks = ({ values: v }: { values: EditValues }) => (
  <>
    <AudienceSize segment={Number(v['segment_id'])} use="sent" />
    <LetterCheck
      values={v}
      title={String(v['a_title'])}
      html={String(v['a_content'])}
      label={campaignArms.a}
    />
    {hasB(v) && (
      <LetterCheck
        values={v}
        title={String(v['b_title'])}
        html={String(v['b_content'])}
        label={campaignArms.b}
      />
    )}
  </>
)

/** Sets a campaign up; another person has to approve it. */
export function Propose() {
  const audience = useAudienceOptions(0, '全部会员')
  const { start, form } = useEdited<'propose'>({
    draft: what => `campaigns/${what}`,
    action: (_, v) =>
      callOnce('POST /api/console/campaigns/propose', {
        name: String(v['name']),
        segment_id: Number(v['segment_id']),
        product: String(v['product']) as OfferProduct | '',
        starts_at: String(v['starts_at']),
        ends_at: String(v['ends_at']),
        budget: String(v['budget']),
        turnover_times: Number(v['turnover_times']),
        goal: String(v['goal']) as CampaignGoal,
        goal_days: Number(v['goal_days']),
        a_percent: Number(v['a_percent']),
        a_title: String(v['a_title']),
        a_content: String(v['a_content']),
        a_bonus: String(v['a_bonus']),
        b_percent: Number(v['b_percent']),
        b_title: String(v['b_title']),
        b_content: String(v['b_content']),
        b_bonus: String(v['b_bonus']),
        advert: statedIn(v),
      }),
    done: '已提交，等待另一位同事复核',
    stale: [listCall, budgetCall],
  })
  return (
    <>
      <Button type="primary" onClick={() => start('propose')}>
        新建投放
      </Button>
      {form && (
        <EditDialog
          title="新建投放"
          fields={fieldsOf(audience)}
          initial={initial}
          abreast
          sentence={sentenceOf}
          below={v => <Checks values={v} />}
          confirm="提交"
          {...form}
        />
      )}
    </>
  )
}
