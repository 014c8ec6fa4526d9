import {
  isAmountGoal,
  isPlayGoal,
  missionGoals,
  type MissionGoal,
} from '@tianping/contract/giveaways/facts'
import { tierLabel } from '@tianping/contract/verification/facts'
import { Button } from 'antd'
import { callOnce } from '../../app/api.ts'
import { NameCheck, reasonField, statedIn } from '../../parts/adverts/OfferChecks.tsx'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { AudienceSize, useAudienceOptions } from '../../parts/segments/Audience.tsx'
import { budgetCall, listCall } from './calls.ts'

const commonFields = (audience: EditField['options']): EditField[] => [
  { name: 'starts_at', label: '开始（北京时间）', kind: 'moment' },
  { name: 'ends_at', label: '结束（北京时间）', kind: 'moment' },
  { name: 'budget', label: '总预算（元，派发不会超过）', kind: 'text', max: 16 },
  { name: 'turnover_times', label: '流水倍数（0 为不要求）', kind: 'number' },
  { name: 'min_vip', label: '最低 VIP 等级（0 为不限）', kind: 'number' },
  { name: 'segment_id', label: '谁可参加', kind: 'choice', options: audience ?? [] },
  { name: 'note', label: '补充规则（会员可见）', kind: 'long', max: 300, rows: 2 },
  reasonField,
]
const common = (v: EditValues) => ({
  name: String(v['name']),
  note: String(v['note']),
  budget: String(v['budget']),
  turnover_times: Number(v['turnover_times']),
  min_vip: Number(v['min_vip']),
  segment_id: Number(v['segment_id']),
  starts_at: String(v['starts_at']),
  ends_at: String(v['ends_at']),
  advert: statedIn(v),
})
const initial = {
  name: '',
  note: '',
  budget: '',
  turnover_times: 3,
  min_vip: 0,
  segment_id: 0,
  starts_at: '',
  ends_at: '',
  reason: '',
}

const codeWays = [
  { value: 'batch', label: '一次性兑换码（批准时生成）' },
  { value: 'shared', label: '通用兑换码（大家共用一个）' },
]

const goals = Object.entries(missionGoals).map(([value, label]) => ({ value, label }))
const tiers = [1, 2].map(value => ({ value, label: tierLabel(value) }))
const goalIn = (v: EditValues) => v['goal'] as MissionGoal
const isOfAmount = (v: EditValues) => isAmountGoal(goalIn(v))
const isOfCount = (v: EditValues) => !isOfAmount(v) && goalIn(v) !== 'identity'
/** Yuan, a count or a tier, from the field of its own that each has. */
const neededIn = (v: EditValues) => {
  if (isOfAmount(v)) return String(v['yuan'])
  return String(v[isOfCount(v) ? 'count' : 'tier'])
}

const forms = {
  packets: {
    title: '新建红包时段',
    fields: [
      { name: 'name', label: '名称', kind: 'text', max: 30 },
      { name: 'needed', label: '当日存款满（元）', kind: 'text', max: 16 },
      { name: 'opens', label: '每日开始（HH:mm，北京时间）', kind: 'text', max: 5 },
      { name: 'closes', label: '每日结束（HH:mm，北京时间）', kind: 'text', max: 5 },
      { name: 'draw_min', label: '单个最低（元）', kind: 'text', max: 12 },
      { name: 'draw_max', label: '单个最高（元）', kind: 'text', max: 12 },
      { name: 'claims', label: '每人每日个数', kind: 'number' },
      { name: 'day_budget', label: '每日预算（元）', kind: 'text', max: 16 },
    ],
    initial: {
      needed: '100',
      opens: '20:00',
      closes: '22:00',
      draw_min: '1',
      draw_max: '8.88',
      claims: 1,
      day_budget: '',
    },
    send: (v: EditValues) =>
      callOnce('POST /api/console/giveaways/propose-packets', {
        ...common(v),
        opens: String(v['opens']),
        closes: String(v['closes']),
        needed: String(v['needed']),
        claims: Number(v['claims']),
        draw_min: String(v['draw_min']),
        draw_max: String(v['draw_max']),
        day_budget: String(v['day_budget']),
      }),
  },
  code: {
    title: '新建兑换码',
    fields: [
      { name: 'name', label: '名称', kind: 'text', max: 30 },
      { name: 'way', label: '方式', kind: 'choice', options: codeWays },
      {
        name: 'code',
        label: '通用兑换码（6 到 20 位字母或数字）',
        kind: 'text',
        max: 20,
        when: v => v['way'] === 'shared',
      },
      { name: 'amount', label: '每次金额（元）', kind: 'text', max: 12 },
      { name: 'uses', label: '数量（每人限一次）', kind: 'number' },
    ],
    initial: { way: 'batch', code: '', amount: '', uses: 100 },
    send: (v: EditValues) =>
      callOnce('POST /api/console/giveaways/propose-code', {
        ...common(v),
        amount: String(v['amount']),
        uses: Number(v['uses']),
        shared: v['way'] === 'shared',
        code: String(v['code']),
      }),
  },
  mission: {
    title: '新建任务',
    fields: [
      { name: 'name', label: '名称', kind: 'text', max: 30 },
      { name: 'goal', label: '完成条件', kind: 'choice', options: goals },
      {
        name: 'yuan',
        sentAs: 'needed',
        label: '目标金额（元）',
        kind: 'text',
        max: 16,
        when: isOfAmount,
      },
      { name: 'count', sentAs: 'needed', label: '目标次数', kind: 'number', when: isOfCount },
      {
        name: 'tier',
        sentAs: 'needed',
        label: '认证级别',
        kind: 'choice',
        options: tiers,
        when: v => goalIn(v) === 'identity',
      },
      {
        name: 'games',
        label: '限场馆或游戏（如 FG/fortune3，OBQP；空为不限）',
        kind: 'text',
        max: 1000,
        when: v => isPlayGoal(goalIn(v)),
      },
      { name: 'days', label: '计入天数（自开始起，北京时间整日）', kind: 'number' },
      { name: 'prize', label: '奖金（元，每人一次）', kind: 'text', max: 12 },
    ],
    initial: { goal: 'deposit', yuan: '', count: 10, tier: 1, games: '', days: 7, prize: '' },
    send: (v: EditValues) =>
      callOnce('POST /api/console/giveaways/propose-mission', {
        ...common(v),
        goal: goalIn(v),
        needed: neededIn(v),
        games: isPlayGoal(goalIn(v)) ? String(v['games']) : '',
        days: Number(v['days']),
        prize: String(v['prize']),
      }),
  },
} satisfies Record<
  string,
  {
    title: string
    fields: EditField[]
    initial: EditValues
    send: (v: EditValues) => Promise<unknown>
  }
>
type Form = keyof typeof forms

/** Sets a giveaway up; another person has to approve it. */
export function Propose() {
  const audience = useAudienceOptions(0, '全部会员')
  const { start, form, what } = useEdited<Form>({
    draft: of => `giveaways/propose/${of}`,
    action: (of, values) => forms[of].send(values),
    done: '已提交，等待另一位同事复核',
    stale: [listCall, budgetCall],
  })
  return (
    <>
      {(Object.keys(forms) as Form[]).map(each => (
        <Button key={each} onClick={() => start(each)}>
          {forms[each].title}
        </Button>
      ))}
      {form && what && (
        <EditDialog
          title={forms[what].title}
          fields={[...forms[what].fields, ...commonFields(audience)]}
          initial={{ ...initial, ...forms[what].initial }}
          abreast
          below={v => (
            <>
              <AudienceSize segment={Number(v['segment_id'])} use="joined" />
              <NameCheck values={v} />
            </>
          )}
          sentence={() => '须由另一位同事批准；批准后条款不能更改，只能停止'}
          confirm="提交"
          {...form}
        />
      )}
    </>
  )
}
