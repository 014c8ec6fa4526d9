import { LONGEST_CHANNEL_NAME } from '@tianping/contract/channels/facts'
import type { Given } from '@tianping/contract'
import type { Broken } from '@tianping/contract/rule'
import { useState } from 'react'
import { Form, Submit } from '../app/form/Form.tsx'
import { useForm } from '../app/form/useForm.ts'
import { Alert, Card } from '../ui/Card.tsx'
import { Tag } from '../ui/Chip.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Empty } from '../ui/Empty.tsx'
import { TextField } from '../ui/field/Field.tsx'
import { toast } from '../ui/layer/toast.tsx'
import { Money } from '../ui/Money.tsx'
import { Failed, Skeleton } from '../ui/states.tsx'
import { call } from './call.ts'
import { cache, useAnswer } from './data.ts'
import { Ranges, type Range } from './Ranges.tsx'
import css from './agent.module.css'

const list = 'POST /api/agent/channels'
type Channel = Given<typeof list>['channels'][number]

/** Links of the agent's own, each with what came by it in the span. */
export function ChannelsPage() {
  const [date, setDate] = useState<Range>(4)
  const { data, failed, words, busy, retry } = useAnswer(list, { date })
  if (!data)
    return failed ? (
      <Failed words={words} onRetry={retry} busy={busy} />
    ) : (
      <Skeleton height="420px" radius={16} />
    )
  const left = data.most - data.channels.length
  return (
    <>
      <Ranges value={date} onChange={setDate} />
      {data.channels.length === 0 && <Empty>为每个投放位置建一个渠道，注册与存款分别统计</Empty>}
      <ul className="stack" aria-label="推广渠道">
        {data.channels.map(channel => (
          <ChannelCard key={channel.link_code} channel={channel} />
        ))}
      </ul>
      {left > 0 ? (
        <Adding left={left} />
      ) : (
        <Alert kind="blue">已建满 {data.most} 个渠道，不能再新建。</Alert>
      )}
    </>
  )
}

function ChannelCard({ channel: c }: { channel: Channel }) {
  const counts = [
    ['访问', c.visits],
    ['注册', c.registrations],
    ['首存', c.first_deposits],
  ] as const
  return (
    <li className={`card ${css.member}`} aria-label={c.name}>
      <header>
        <b>{c.name}</b>
        {c.standing === 'off' && <Tag>已停用</Tag>}
        <time className="t-12">{c.created_at.slice(0, 10)} 创建</time>
      </header>
      <dl>
        {counts.map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        <div>
          <dt>存款</dt>
          <dd>
            <Money yuan={c.deposit} />
          </dd>
        </div>
        <div>
          <dt>净收入</dt>
          <dd>
            <Money yuan={c.ngr} signed />
          </dd>
        </div>
      </dl>
      {c.standing === 'on' ? (
        <p className={css.link}>
          <span className={css.url}>{c.url}</span>
          <CopyButton text={c.url} what={`${c.name}的链接`} />
        </p>
      ) : (
        <p className="t-12 muted">该链接仍可打开，但不再统计，也不再归入您的团队。</p>
      )}
    </li>
  )
}

const empty = { name: '' }
const rule = ({ name }: typeof empty): Broken | null =>
  name === '' ? { field: 'name', text: `请填写渠道名称，最多${LONGEST_CHANNEL_NAME}个字` } : null

/** A refusal stays at the field, with what was typed. */
function Adding({ left }: { left: number }) {
  const [busy, setBusy] = useState(false)
  const form = useForm({ empty, rule, clean: ({ name }) => ({ name: name.trim() }), silent: true })
  const add = async (values: typeof empty) => {
    setBusy(true)
    try {
      await call('POST /api/agent/channel/add', values)
      form.clear()
      toast('渠道已创建')
      await cache.invalidateQueries({ queryKey: [list] })
    } catch (failure) {
      form.show({ field: 'name', text: (failure as Error).message })
    }
    setBusy(false)
  }
  return (
    <Card label="新建渠道">
      <Form form={form} action={{ busy, run: values => void add(values) }} className="stack">
        <TextField
          {...form.field('name')}
          name="渠道名称"
          placeholder="例如 微信群、短视频"
          maxLength={LONGEST_CHANNEL_NAME}
          autoComplete="off"
        />
        <Submit>新建渠道</Submit>
        <p className="t-12 muted">还可新建 {left} 个</p>
      </Form>
    </Card>
  )
}
