import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ConsoleGiven } from '@tianping/contract/console'
import { Alert, App, Button } from 'antd'
import { useState } from 'react'
import { call, callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { DecisionDialog, type Decision } from '../dialogs/DecisionDialog.tsx'
import { Differences } from './Differences.tsx'
import { differences } from './schema.ts'
import { RuleCost } from './RuleCost.tsx'
import { SettingEditor } from './SettingEditor.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Key } from '../../ui/Key.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { Card } from '../../ui/Room.tsx'
import { useKeys } from '../../ui/useKeys.ts'
import css from './setting.module.css'

type Shown = ConsoleGiven<'POST /api/console/rules/show'>
type Proposal = NonNullable<Shown['proposal']>
type Verb = 'approve' | 'reject' | 'withdraw'

const show = 'POST /api/console/rules/show'

/** One rule: whoever may propose changes the form; the change waits for another to approve it. */
export function Rule({ id }: { id: string }) {
  const cache = useQueryClient()
  const { message } = App.useApp()
  const { may } = useOperator()
  const rule = useQuery({
    queryKey: [show, id],
    queryFn: ({ signal }) => call(show, { key: id }, signal),
    refetchInterval: 30_000,
  })
  const draft = `rule/${id}`
  const propose = useMutation({
    mutationFn: (asked: { version: number; value: unknown; note: string }) =>
      callOnce('POST /api/console/rules/propose', { key: id, ...asked }),
    meta: { inPlace: true },
    onSuccess: () => {
      writeDraft(draft, '')
      void message.success('已提交，等待另一位同事审批')
    },
    onSettled: () => stale(cache),
  })
  if (!rule.data) return <Pending query={rule} />
  const { proposal } = rule.data
  return (
    <SettingEditor
      setting={rule.data}
      draft={draft}
      may={may('rule.propose') && !proposal}
      action="提交审批"
      busy={propose.isPending}
      error={propose.error}
      onSave={propose.mutate}
      cost={value => <RuleCost rule={id} value={value} />}
      above={
        proposal ? (
          <Waits rule={rule.data} proposal={proposal} />
        ) : (
          <Alert
            type="info"
            showIcon
            title={
              may('rule.propose') ? '修改须由另一位同事批准后生效' : '您的角色可以查看，不能修改'
            }
          />
        )
      }
    />
  )
}

function stale(cache: ReturnType<typeof useQueryClient>) {
  void cache.invalidateQueries({ queryKey: ['POST /api/console/rules/list'] })
  void cache.invalidateQueries({ queryKey: ['POST /api/console/today'] })
  return cache.invalidateQueries({ queryKey: [show] })
}

const done: Record<Verb, string> = {
  approve: '已批准，新版本已生效',
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

function useDecision(id: Proposal['id'], onDone: () => void) {
  const cache = useQueryClient()
  const { message } = App.useApp()
  return useMutation({
    mutationFn: ({ verb, remark }: { verb: Verb; remark: string }) => decide(verb, id, remark),
    meta: { inPlace: true },
    onSuccess: (_none, { verb }) => {
      onDone()
      void message.success(done[verb])
    },
    onSettled: () => stale(cache),
  })
}

/** The proposal that waits: what it changes, who made it, and the decision of another. */
function Waits({ rule, proposal: p }: { rule: Shown; proposal: Proposal }) {
  const { may, name } = useOperator()
  const [asked, ask] = useState<Verb | null>(null)
  const changes = differences(rule.value, p.value)
  const own = p.proposed_by === name
  const deciding = useDecision(p.id, () => ask(null))
  const start = (verb: Verb) => {
    deciding.reset()
    ask(verb)
  }
  const mayDecide = may('rule.approve') && !own
  useKeys({ a: () => start('approve'), r: () => start('reject') }, mayDecide && asked === null)
  return (
    <Card
      title="待审批的修改"
      extra={
        <span className={css.version}>
          第 {p.base_version} 版 → 第 {p.base_version + 1} 版
        </span>
      }
    >
      <Facts>
        <Fact label="提出人">{p.proposed_by}</Fact>
        <Fact label="提出时间">{p.proposed_at}</Fact>
        <Fact label="说明">{p.note}</Fact>
      </Facts>
      <div style={{ margin: '12px 0' }}>
        <Differences changes={changes} />
      </div>
      <RuleCost rule={p.key} value={p.value} />
      <div className={css.buttons}>
        {own && may('rule.propose') && (
          <Button danger onClick={() => start('withdraw')}>
            撤回
          </Button>
        )}
        {own && (
          <span className={css.version} style={{ alignSelf: 'center' }}>
            须由另一位同事审批
          </span>
        )}
        {mayDecide && (
          <Button danger onClick={() => start('reject')}>
            拒绝<Key>R</Key>
          </Button>
        )}
        {mayDecide && (
          <Button type="primary" onClick={() => start('approve')}>
            批准<Key>A</Key>
          </Button>
        )}
      </div>
      {asked && (
        <DecisionDialog
          decision={decisionOf(asked, rule, p, changes)}
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

function decisionOf(
  verb: Verb,
  rule: Shown,
  p: Proposal,
  changes: ReturnType<typeof differences>,
): Decision {
  if (verb === 'approve')
    return {
      title: `批准修改：${rule.label}`,
      sentence: `“${rule.label}”的 ${changes.length} 项修改将立即生效，成为第 ${p.base_version + 1} 版`,
      facts: <Differences changes={changes} />,
      confirm: '确认批准并生效',
    }
  if (verb === 'reject')
    return {
      title: `拒绝修改：${rule.label}`,
      sentence: `将拒绝 ${p.proposed_by} 提出的 ${changes.length} 项修改，规则保持不变`,
      label: '拒绝原因（必填）',
      confirm: '确认拒绝',
      reasons: ['数值有误', '需要进一步评估', '与活动计划不符'],
    }
  return {
    title: '撤回修改',
    sentence: `将撤回您对“${rule.label}”提出的修改，规则保持不变`,
    confirm: '确认撤回',
  }
}
