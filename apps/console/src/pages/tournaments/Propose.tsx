import { measures, type Measure } from '@tianping/contract/tournaments/facts'
import { Button } from 'antd'
import { callOnce } from '../../app/api.ts'
import { NameCheck, reasonField, statedIn } from '../../parts/adverts/OfferChecks.tsx'
import { EditDialog, type EditField } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { AudienceSize, useAudienceOptions } from '../../parts/segments/Audience.tsx'
import { yuan } from '../../ui/values/Money.tsx'
import { listCall } from './calls.ts'

const fieldsOf = (audience: EditField['options']): EditField[] => [
  { name: 'name', label: '名称', kind: 'text', max: 30 },
  {
    name: 'measure',
    label: '排名依据',
    kind: 'choice',
    options: Object.entries(measures).map(([value, label]) => ({ value, label })),
  },
  { name: 'games', label: '场馆或游戏（如 FG/fortune3，OBQP）', kind: 'text', max: 1000 },
  { name: 'least_stake', label: '最低单注（元）', kind: 'text', max: 12 },
  { name: 'starts_at', label: '开始（北京时间）', kind: 'moment' },
  { name: 'ends_at', label: '结束（北京时间）', kind: 'moment' },
  { name: 'prizes', label: '名次与奖金（如 1:1000，2-5:200）', kind: 'text', max: 1000 },
  { name: 'budget', label: '预算（元，派奖不会超过）', kind: 'text', max: 16 },
  { name: 'turnover_times', label: '流水倍数（0 为不要求）', kind: 'number' },
  { name: 'min_vip', label: '最低 VIP 等级（0 为不限）', kind: 'number' },
  { name: 'segment_id', label: '谁可参加', kind: 'choice', options: audience ?? [] },
  { name: 'note', label: '补充规则（会员可见）', kind: 'long', max: 300, rows: 2 },
  reasonField,
]
const initial = {
  name: '',
  measure: 'stake',
  games: '',
  least_stake: '1',
  starts_at: '',
  ends_at: '',
  prizes: '',
  budget: '',
  turnover_times: 5,
  min_vip: 0,
  segment_id: 0,
  note: '',
  reason: '',
}

/** What all places win together, as far as the line can be read. */
function costOf(typed: string): number {
  let cost = 0
  for (const [, from, to, each] of typed.matchAll(/(\d+)(?:[-~～至](\d+))?[:：]([\d.]+)/g))
    cost += (Number(to ?? from) - Number(from) + 1) * Number(each)
  return cost
}

/** Sets a tournament up; another person has to approve it. */
export function Propose() {
  const audience = useAudienceOptions(0, '全部会员')
  const { start, form } = useEdited<'propose'>({
    draft: what => `tournaments/${what}`,
    action: (_, v) =>
      callOnce('POST /api/console/tournaments/propose', {
        name: String(v['name']),
        note: String(v['note']),
        measure: String(v['measure']) as Measure,
        games: String(v['games']),
        least_stake: String(v['least_stake']),
        prizes: String(v['prizes']),
        budget: String(v['budget']),
        turnover_times: Number(v['turnover_times']),
        min_vip: Number(v['min_vip']),
        segment_id: Number(v['segment_id']),
        starts_at: String(v['starts_at']),
        ends_at: String(v['ends_at']),
        advert: statedIn(v),
      }),
    done: '已提交，等待另一位同事复核',
    stale: listCall,
  })
  return (
    <>
      <Button type="primary" onClick={() => start('propose')}>
        新建锦标赛
      </Button>
      {form && (
        <EditDialog
          title="新建锦标赛"
          fields={fieldsOf(audience)}
          initial={initial}
          abreast
          below={v => (
            <>
              <AudienceSize segment={Number(v['segment_id'])} use="joined" />
              <NameCheck values={v} />
            </>
          )}
          sentence={v => {
            const cost = costOf(String(v['prizes']))
            return cost > 0
              ? `奖金合计 ${yuan(cost)}，须由另一位同事批准`
              : '批准后条款不能更改，只能由两位同事提前结束'
          }}
          confirm="提交"
          {...form}
        />
      )}
    </>
  )
}
