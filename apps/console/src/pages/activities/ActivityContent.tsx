import { Alert, Button, Input, InputNumber, Select, Switch } from 'antd'
import { href } from '../../app/address.ts'
import { useState, type ReactNode } from 'react'
import { useOperator } from '../../app/session/operator.ts'
import { History } from '../../parts/history/History.tsx'
import { picturesIn } from '@tianping/contract/adverts/rules'
import { AdvertCheck } from '../../parts/adverts/AdvertCheck.tsx'
import { useAdvert } from '../../parts/adverts/useAdvert.ts'
import { Audience, AudienceSize } from '../../parts/segments/Audience.tsx'
import { PictureField } from '../../parts/media/PictureField.tsx'
import { PhonePreview } from '../../parts/phone/PhonePreview.tsx'
import { MomentField } from '../../ui/days/DayField.tsx'
import { RichText } from '../../parts/richText/RichText.tsx'
import { Card } from '../../ui/Room.tsx'
import {
  useActivityForm,
  type Activity,
  type ActivityForm,
  type FormProps,
} from './useActivityForm.ts'
import css from './activities.module.css'

/** The activity as members are about to see it. */
const advertOf = ({ title, content, memo, banner }: ActivityForm, activity: Activity | null) => ({
  texts: [
    { field: 'title', label: '标题', html: title },
    { field: 'content', label: '正文', html: content },
    { field: 'memo', label: '备注说明', html: memo },
  ],
  pictures: [banner, ...picturesIn(content), ...picturesIn(memo)],
  hasTerms: (activity?.terms.length ?? 0) > 0,
})

/** What members read of an activity, beside how their phones show it. */
export function ActivityContent({ id, activity }: { id: number; activity: Activity | null }) {
  const { may } = useOperator()
  const edited = useActivityForm(id, activity)
  const { form, set, changed, save, types } = edited
  const closed = !may('activity.write')
  const check = useAdvert(advertOf(form, activity))
  return (
    <div className={css.columns}>
      <Card
        title="内容"
        extra={<Past id={id} draft={activity?.draft_by ?? ''} set={set} closed={closed} />}
      >
        <div className={css.fields}>
          <ListFields form={form} set={set} closed={closed} types={types} />
          <TextFields form={form} set={set} closed={closed} />
        </div>
        {!closed && changed && <AdvertCheck check={check} />}
        {save.error && <Alert type="error" showIcon title={save.error.message} />}
        {!closed && <Ends id={id} of={edited} check={check} />}
      </Card>
      <div style={{ display: 'flex', flexDirection: 'column', gap: 14 }}>
        <PhonePreview
          title={form.title}
          html={`<p><img src="${form.banner.replace(/["<>]/g, '')}" alt=""></p>${form.content}${form.memo}`}
        />
        <Terms id={id} terms={activity?.terms ?? []} />
      </div>
    </div>
  )
}

type EndsProps = {
  id: number
  of: ReturnType<typeof useActivityForm>
  check: ReturnType<typeof useAdvert>
}

/** The ways out of the form; a new activity is kept by saving it hidden. */
function Ends({ id, of: { form, changed, discard, save }, check }: EndsProps) {
  const end = (draft: 0 | 1) => save.mutate({ advert: check.stated, draft })
  return (
    <div className={css.buttons}>
      {changed && <Button onClick={discard}>放弃修改</Button>}
      {id !== 0 && (
        <Button disabled={!changed || save.isPending} onClick={() => end(1)}>
          存为草稿
        </Button>
      )}
      <Button
        type="primary"
        loading={save.isPending}
        disabled={!changed || (form.enabled === 1 && check.waits)}
        onClick={() => end(0)}
      >
        {form.enabled ? '保存并生效' : '保存'}
      </Button>
    </div>
  )
}

type PastProps = { id: number; draft: string } & Pick<FormProps, 'set' | 'closed'>

/** What it said before, and a version of that put into the form. */
function Past({ id, draft, set, closed }: PastProps) {
  const [open, look] = useState(false)
  if (id === 0) return null
  return (
    <>
      <Button size="small" onClick={() => look(true)}>
        {draft ? `草稿：${draft}` : '历史'}
      </Button>
      {open && (
        <History
          of="activity"
          id={id}
          title="活动历史"
          restore={
            closed
              ? undefined
              : fields => {
                  set(fields)
                  look(false)
                }
          }
          onClose={() => look(false)}
        />
      )}
    </>
  )
}

/** What the list of activities shows of it, where and how long. */
function ListFields({ form, set, closed, types }: FormProps & { types: TypeOption[] }) {
  return (
    <>
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
          options={types.map(type => ({ value: type.id, label: type.name }))}
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
      <Field label="开始（北京时间，留空为立即）">
        <MomentInput name="starts_at" form={form} set={set} closed={closed} />
      </Field>
      <Field label="结束（北京时间，留空为长期）">
        <MomentInput name="ends_at" form={form} set={set} closed={closed} />
      </Field>
      <Field label="给谁看" wide>
        <Audience
          segment={form.segment_id}
          disabled={closed}
          onChange={segment_id => set({ segment_id })}
        />
        <AudienceSize segment={form.segment_id} />
      </Field>
      <div className={`${css.field} ${css.wide}`}>
        <span>图片</span>
        <PictureField
          label="图片"
          value={form.banner}
          size="card"
          disabled={closed}
          onChange={banner => set({ banner })}
        />
      </div>
    </>
  )
}
type TypeOption = { id: number; name: string }

function MomentInput({ name, form, set, closed }: FormProps & { name: 'starts_at' | 'ends_at' }) {
  return (
    <MomentField
      disabled={closed}
      value={form[name]}
      onChange={moment => set({ [name]: moment })}
    />
  )
}

/** The text itself and its small print. */
function TextFields({ form, set, closed }: FormProps) {
  return (
    <>
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
    </>
  )
}

/** The rule in words, as members read it. It is changed on its own tab. */
function Terms({ id, terms }: { id: number; terms: string[] }) {
  const { may } = useOperator()
  return (
    <Card
      title="规则（会员所见）"
      extra={
        id > 0 && may('rule.read') && <a href={href(`/activities/${id}`, { tab: 'rule' })}>修改</a>
      }
    >
      {terms.length > 0 ? (
        <ul className={css.terms}>
          {terms.map(term => (
            <li key={term}>{term}</li>
          ))}
        </ul>
      ) : (
        '仅展示，不能申请'
      )}
    </Card>
  )
}

function Field({ label, wide, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <label className={`${css.field} ${wide ? css.wide : ''}`}>
      <span>{label}</span>
      {children}
    </label>
  )
}
