import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ConsoleCallName, ConsoleGiven } from '@tianping/contract/console'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useMessage } from '../../ui/above.ts'
import { DecisionDialog, type Decision } from '../dialogs/DecisionDialog.tsx'
import { PhonePreview } from '../phone/PhonePreview.tsx'
import { countsFrom } from './counts.ts'
import { Differences } from './Differences.tsx'
import { readDifferences, type Difference } from './schema.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Key } from '../../ui/Key.tsx'
import { Card } from '../../ui/Room.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import css from './setting.module.css'

export type Proposal = NonNullable<ConsoleGiven<'POST /api/console/rules/show'>['proposal']>
type Verb = 'approve' | 'reject' | 'withdraw'

/** What shows a value that takes two persons, or that one waits. */
const shows: ConsoleCallName[] = [
  'POST /api/console/rules/list',
  'POST /api/console/rules/show',
  'POST /api/console/site/show',
  'POST /api/console/messages/list',
  'POST /api/console/messages/waiting',
  'POST /api/console/letters/plans',
  'POST /api/console/activities/list',
  'POST /api/console/activities/show',
  'POST /api/console/today',
]
export const staleProposals = (cache: QueryClient) =>
  Promise.all(shows.map(name => cache.invalidateQueries({ queryKey: [name] })))

const done: Record<Verb, string> = {
  approve: '已批准，已生效',
  reject: '已拒绝',
  withdraw: '已撤回',
}

const decide = (verb: Verb, id: Proposal['id'], remark: string) => {
  switch (verb) {
    case 'withdraw':
      return callOnce('POST /api/console/rules/withdraw', { id })
    case 'approve':
      return callOnce('POST /api/console/rules/approve', { id, remark })
    case 'reject':
      return callOnce('POST /api/console/rules/reject', { id, remark })
  }
}

/** When an approved letter goes out; empty for at once, and for what is no letter. */
const plannedAt = (value: unknown): string => (value as { send_at?: string }).send_at ?? ''

function useDecision({ id, value }: Proposal, onDone: () => void) {
  const cache = useQueryClient()
  const message = useMessage()
  return useAction({
    mutationFn: ({ verb, remark }: { verb: Verb; remark: string }) => decide(verb, id, remark),
    meta: { inPlace: true },
    onSuccess: (_none, { verb }) => {
      onDone()
      const planned = verb === 'approve' && plannedAt(value) !== ''
      void message.success(planned ? '已批准，将按时发送' : done[verb])
    },
    onSettled: () => staleProposals(cache),
  })
}

/** A proposal that waits: what it changes, who made it, and the decision of another. */
export function Waits({
  before,
  proposal: p,
  keys,
  children,
}: {
  /** What counts now; null for what is new. */
  before: unknown
  proposal: Proposal
  /** Whether A and R decide this one, as on a page with a single one. */
  keys?: boolean
  /** What helps to decide. */
  children?: ReactNode
}) {
  const [asked, ask] = useState<Verb | null>(null)
  const changes = readDifferences(before, p.value)
  const deciding = useDecision(p, () => ask(null))
  const start = (verb: Verb) => {
    deciding.reset()
    ask(verb)
  }
  return (
    <Card title="待另一位同事审批" extra={<span className={css.version}>{p.label}</span>}>
      <div className={css.waits}>
        <div>
          <Facts>
            <Fact label="提出人">{p.proposed_by}</Fact>
            <Fact label="提出时间">{p.proposed_at}</Fact>
            <Fact label="说明">{p.note}</Fact>
          </Facts>
          <div style={{ margin: '12px 0' }}>
            <Differences changes={changes} />
          </div>
        </div>
        <Preview changes={changes} value={p.value} />
      </div>
      {children}
      <Buttons proposal={p} keys={keys === true} idle={asked === null} onStart={start} />
      {asked && (
        <DecisionDialog
          decision={decisionOf(asked, p, changes)}
          draft={`proposal/${p.id}/${asked}`}
          over=""
          busy={deciding.isPending}
          error={deciding.error}
          onConfirm={remark => deciding.mutate({ verb: asked, remark })}
          onClose={() => ask(null)}
        />
      )}
    </Card>
  )
}

type Written = { heading?: string; content?: string; webcontent?: string }

/** Text that changes, as members would see it. */
function Preview({ changes, value }: { changes: Difference[]; value: unknown }) {
  const { heading = '首页弹窗', content, webcontent } = value as Written
  const html = content ?? webcontent
  if (!html || !changes.some(({ path }) => /^(web)?content$/.test(path))) return null
  return <PhonePreview title={heading} html={html} />
}

/** Its proposer may take it back; another who may, decides. */
function Buttons({
  proposal: p,
  keys,
  idle,
  onStart,
}: {
  proposal: Proposal
  keys: boolean
  /** No dialog is open. */
  idle: boolean
  onStart: (verb: Verb) => void
}) {
  const { may, name } = useOperator()
  const own = p.proposed_by === name
  const mayDecide = may('rule.approve') && !own
  useKeys({ a: () => onStart('approve'), r: () => onStart('reject') }, keys && mayDecide && idle)
  if (!mayDecide)
    return (
      <div className={css.buttons}>
        {own && (
          <Button danger onClick={() => onStart('withdraw')}>
            撤回
          </Button>
        )}
        <span className={css.version} style={{ alignSelf: 'center' }}>
          {own ? '须由另一位同事审批' : '须由有审批权限的同事处理'}
        </span>
      </div>
    )
  return (
    <div className={css.buttons}>
      <Button danger onClick={() => onStart('reject')}>
        拒绝{keys && <Key>R</Key>}
      </Button>
      <Button type="primary" onClick={() => onStart('approve')}>
        批准{keys && <Key>A</Key>}
      </Button>
    </div>
  )
}

function decisionOf(verb: Verb, p: Proposal, changes: Difference[]): Decision {
  if (verb === 'approve' && plannedAt(p.value))
    return {
      title: `批准定时站内信：${p.label}`,
      sentence: `将于 ${plannedAt(p.value)}（北京时间）发送，届时再次核对收件人`,
      facts: <Differences changes={changes} />,
      confirm: '确认批准',
    }
  if (verb === 'approve')
    return {
      title: `批准修改：${p.label}`,
      sentence: `“${p.label}”的 ${changes.length} 项修改将${countsFrom(p.key)}`,
      facts: <Differences changes={changes} />,
      confirm: '确认批准并生效',
    }
  if (verb === 'reject')
    return {
      title: `拒绝修改：${p.label}`,
      sentence: `将拒绝 ${p.proposed_by} 提出的 ${changes.length} 项修改，内容保持不变`,
      label: '拒绝原因（必填）',
      confirm: '确认拒绝',
      reasons: ['数值有误', '需要进一步评估', '与活动计划不符'],
    }
  return {
    title: '撤回修改',
    sentence: `将撤回您对“${p.label}”提出的修改，内容保持不变`,
    confirm: '确认撤回',
  }
}
