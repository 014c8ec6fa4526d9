import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, App, Button, Input, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { go, href, useAddress } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { RichText } from '../../parts/richText/RichText.tsx'
import { Rule } from '../../parts/settings/Rule.tsx'
import { Failure } from '../../ui/Failure.tsx'
import { LinkTabs } from '../../ui/LinkTabs.tsx'
import { Card, Room } from '../../ui/Room.tsx'
import { Waiting } from '../../ui/Waiting.tsx'
import css from './activities.module.css'

type Activity = ConsoleGiven<'POST /api/console/activities/show'>
type Form = Pick<
  Activity,
  'type_id' | 'title' | 'banner' | 'content' | 'memo' | 'rank' | 'starts_at' | 'ends_at'
> & { enabled: 0 | 1 }

const show = 'POST /api/console/activities/show'
const blank: Form = {
  type_id: 0,
  title: '',
  banner: '/art/banner-1.webp',
  content: '<p></p>',
  memo: '',
  rank: 0,
  enabled: 0,
  starts_at: '',
  ends_at: '',
}

/** One activity: what members read, and the rule it is kept by. */
export default function ActivityPage({ id }: { id: number }) {
  const { search } = useAddress()
  const { may } = useOperator()
  const activity = useQuery({
    queryKey: [show, id],
    queryFn: ({ signal }) => call(show, { id }, signal),
    enabled: id > 0,
  })
  const tabs = [
    { key: '', text: '内容', href: href(`/activities/${id}`) },
    ...(id > 0 && may('rule.read')
      ? [
          {
            key: 'rule',
            text: '规则',
            href: href(`/activities/${id}`, { tab: 'rule' }),
            count: activity.data?.proposed_by ? 1 : undefined,
          },
        ]
      : []),
  ]
  const tab = tabs.find(each => each.key === new URLSearchParams(search).get('tab'))?.key ?? ''
  return (
    <Room
      title={<a href="#/activities">活动</a>}
      tools={
        <>
          <b>{id > 0 ? activity.data?.title : '新增活动'}</b>
          <LinkTabs label="活动" tabs={tabs} current={tab} />
        </>
      }
    >
      {id > 0 &&
        !activity.data &&
        (activity.error ? (
          <Failure error={activity.error} retry={() => void activity.refetch()} />
        ) : (
          <Waiting />
        ))}
      {tab === '' && (id === 0 || activity.data) && (
        <Content id={id} activity={activity.data ?? null} />
      )}
      {tab === 'rule' && id > 0 && <Rule id={`activity:${id}`} />}
    </Room>
  )
}

function Content({ id, activity }: { id: number; activity: Activity | null }) {
  const cache = useQueryClient()
  const { message } = App.useApp()
  const { may } = useOperator()
  const typesCall = 'POST /api/console/activity-types/list'
  const types = useQuery({
    queryKey: [typesCall],
    queryFn: ({ signal }) => call(typesCall, {}, signal),
    staleTime: 60_000,
  })
  const before: Form = activity
    ? { ...blank, ...pick(activity) }
    : { ...blank, type_id: types.data?.[0]?.id ?? 0 }
  const [kept, keep] = useDraft(`activity/${id}/${activity?.seen ?? ''}`)
  const form: Form = kept ? (JSON.parse(kept) as Form) : before
  const set = (part: Partial<Form>) => keep(JSON.stringify({ ...form, ...part }))
  const save = useMutation({
    mutationFn: () =>
      callOnce('POST /api/console/activities/save', { ...form, id, seen: activity?.seen ?? '' }),
    meta: { inPlace: true },
    onSuccess: saved => {
      keep('')
      void message.success(form.enabled ? '已保存，会员端已生效' : '已保存，尚未显示')
      if (id === 0) go(`/activities/${saved.id}?tab=rule`)
    },
    onSettled: () =>
      Promise.all(
        [show, 'POST /api/console/activities/list'].map(name =>
          cache.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  })
  const closed = !may('activity.write')
  const moment = (name: 'starts_at' | 'ends_at') => (
    <Input
      type="datetime-local"
      aria-label={name}
      disabled={closed}
      value={form[name].slice(0, 16).replace(' ', 'T')}
      onChange={event => set({ [name]: event.target.value.replace('T', ' ') })}
    />
  )
  return (
    <div className={css.columns}>
      <Card title="内容">
        <div className={css.fields}>
          <Field label="标题" wide>
            <Input
              value={form.title}
              maxLength={60}
              disabled={closed}
              onChange={event => set({ title: event.target.value })}
            />
          </Field>
          <Field label="分类">
            <Select
              value={form.type_id}
              disabled={closed}
              options={(types.data ?? []).map(type => ({ value: type.id, label: type.name }))}
              onChange={type_id => set({ type_id })}
            />
          </Field>
          <Field label="顺序（小的在前）">
            <InputNumber<number>
              value={form.rank}
              min={0}
              max={9_999}
              precision={0}
              disabled={closed}
              onChange={rank => set({ rank: rank ?? 0 })}
            />
          </Field>
          <Field label="显示">
            <span>
              <Switch
                checked={form.enabled === 1}
                disabled={closed}
                onChange={on => set({ enabled: on ? 1 : 0 })}
              />
            </span>
          </Field>
          <Field label="开始（北京时间，留空为立即）">{moment('starts_at')}</Field>
          <Field label="结束（北京时间，留空为长期）">{moment('ends_at')}</Field>
          <Field label="图片地址" wide>
            <Input
              value={form.banner}
              maxLength={300}
              disabled={closed}
              onChange={event => set({ banner: event.target.value })}
            />
          </Field>
          <div className={`${css.field} ${css.wide}`}>
            <span>正文</span>
            {closed ? (
              <PhonePreview title={form.title} html={form.content} />
            ) : (
              <RichText
                label="正文"
                value={form.content}
                max={16_000}
                onChange={content => set({ content })}
              />
            )}
          </div>
          <div className={`${css.field} ${css.wide}`}>
            <span>备注说明</span>
            {!closed && (
              <RichText
                label="备注说明"
                value={form.memo}
                max={4_000}
                onChange={memo => set({ memo })}
              />
            )}
          </div>
        </div>
        {save.error && <Alert type="error" showIcon title={save.error.message} />}
        {!closed && (
          <div className={css.buttons}>
            {kept && <Button onClick={() => keep('')}>放弃修改</Button>}
            <Button
              type="primary"
              loading={save.isPending}
              disabled={!kept}
              onClick={() => save.mutate()}
            >
              {form.enabled ? '保存并生效' : '保存'}
            </Button>
          </div>
        )}
      </Card>
      <div style={{ display: 'flex', flexDirection: 'column', gap: 14 }}>
        <PhonePreview
          title={form.title}
          html={`<p><img src="${form.banner.replace(/["<>]/g, '')}" alt=""></p>${form.content}${form.memo}`}
        />
        <Card
          title="规则（会员所见）"
          extra={
            id > 0 &&
            may('rule.read') && <a href={href(`/activities/${id}`, { tab: 'rule' })}>修改</a>
          }
        >
          {activity && activity.terms.length > 0 ? (
            <ul className={css.terms}>
              {activity.terms.map(term => (
                <li key={term}>{term}</li>
              ))}
            </ul>
          ) : (
            '仅展示，不能申请'
          )}
        </Card>
      </div>
    </div>
  )
}

const pick = ({
  type_id,
  title,
  banner,
  content,
  memo,
  rank,
  enabled,
  starts_at,
  ends_at,
}: Activity): Form => ({
  type_id,
  title,
  banner,
  content,
  memo,
  rank,
  enabled: enabled ? 1 : 0,
  starts_at,
  ends_at,
})

function Field({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <label className={`${css.field} ${wide ? css.wide : ''}`}>
      <span>{label}</span>
      {children}
    </label>
  )
}
