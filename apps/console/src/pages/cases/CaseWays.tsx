import { caseDecisions, type CaseDecision } from '@tianping/contract/cases/facts'
import type { ConsoleCallName } from '@tianping/contract/console'
import { Select } from 'antd'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import type { Case } from './caseState.ts'

const stale: ConsoleCallName[] = [
  'POST /api/console/aml/show',
  'POST /api/console/aml/list',
  'POST /api/console/counts',
]

/** What can be done about a case now, by whom it may be done. */
export function CaseWays({ item }: { item: Case }) {
  const { may } = useOperator()
  return (
    <>
      <span style={{ flex: 1 }} />
      {may('case.work') && item.state === 'open' && (
        <>
          <Assign item={item} />
          <Due item={item} />
          <Propose item={item} />
        </>
      )}
      {item.state === 'proposed' && <Second item={item} />}
      {item.state === 'closed' && item.people.some(each => each.holds) && <Unlock item={item} />}
    </>
  )
}

function Assign({ item }: { item: Case }) {
  const cache = useQueryClient()
  const assign = useAction({
    mutationFn: (assigned_to: string) =>
      callOnce('POST /api/console/aml/assign', { case_id: item.case_id, assigned_to }),
    onSettled: () => Promise.all(stale.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
  return (
    <Select
      aria-label="负责人"
      style={{ width: 150 }}
      value={item.assigned_to}
      loading={assign.isPending}
      options={[
        { value: '', label: '未分配' },
        ...item.operators.map(value => ({ value, label: value })),
      ]}
      onChange={to => assign.mutate(to)}
    />
  )
}

function Due({ item }: { item: Case }) {
  const [days, setDays] = useState(7)
  return (
    <ActionDialog
      draft={`aml/${item.case_id}/due`}
      decision={{
        title: '更改期限',
        sentence: `现期限 ${item.due_at}，将改为自现在起 ${days} 天。`,
        facts: (
          <Select
            aria-label="天数"
            value={days}
            options={[1, 2, 3, 7, 14, 30].map(value => ({ value, label: `${value} 天` }))}
            onChange={setDays}
          />
        ),
        confirm: '更改',
        required: '审计',
      }}
      action={remark =>
        callOnce('POST /api/console/aml/due/set', { case_id: item.case_id, days, remark })
      }
      done="已更改期限"
      stale={stale}
    >
      期限
    </ActionDialog>
  )
}

const follows: Record<CaseDecision, string> = {
  unfounded: '案内未处理的预警与匹配将解除，暂停的放款恢复。',
  restrict: '案内主体会员的取款不再放行，直至另行解除。',
  report: '将生成可疑交易报告文件；已暂停的放款保持暂停。不得告知会员。',
}

function Propose({ item }: { item: Case }) {
  const [decision, setDecision] = useState<CaseDecision>('unfounded')
  return (
    <ActionDialog
      type="primary"
      draft={`aml/${item.case_id}/propose`}
      decision={{
        title: '提出结论',
        sentence: `${follows[decision]}须由另一位同事批准后生效。`,
        facts: (
          <Select
            aria-label="结论"
            style={{ width: '100%' }}
            value={decision}
            options={(Object.keys(caseDecisions) as CaseDecision[]).map(value => ({
              value,
              label: caseDecisions[value],
            }))}
            onChange={setDecision}
          />
        ),
        confirm: '提交批准',
        required: '结论理由',
      }}
      action={remark =>
        callOnce('POST /api/console/aml/propose', { case_id: item.case_id, decision, remark })
      }
      done="已提交，须由另一位同事批准"
      stale={stale}
    >
      提出结论
    </ActionDialog>
  )
}

function Second({ item }: { item: Case }) {
  const { may, name } = useOperator()
  const own = item.proposed_by === name
  const { case_id, decision } = item
  return (
    <>
      {own && <span>须由另一位同事批准</span>}
      {may('case.work') && (
        <ActionDialog
          draft={`aml/${case_id}/return`}
          decision={{
            title: own ? '撤回结论' : '退回',
            sentence: '案件将回到调查中。',
            confirm: own ? '撤回' : '退回',
            required: '审计',
          }}
          action={remark => callOnce('POST /api/console/aml/return', { case_id, remark })}
          done="已退回"
          stale={stale}
        >
          {own ? '撤回' : '退回'}
        </ActionDialog>
      )}
      {may('case.approve') && !own && decision !== '' && (
        <ActionDialog
          type="primary"
          draft={`aml/${case_id}/approve`}
          decision={{
            title: `批准：${caseDecisions[decision]}`,
            sentence: `${item.proposed_by} 提出：${item.proposal}。${follows[decision]}`,
            confirm: '批准结案',
            required: '批准意见',
          }}
          action={remark => callOnce('POST /api/console/aml/approve', { case_id, remark })}
          done="已结案"
          stale={stale}
        >
          批准
        </ActionDialog>
      )}
    </>
  )
}

function Unlock({ item }: { item: Case }) {
  const { may, name } = useOperator()
  if (!may('case.approve') || item.decided_by === name) return null
  return (
    <ActionDialog
      draft={`aml/${item.case_id}/unlock`}
      decision={{
        title: '解除放款限制',
        sentence: '案内会员的取款可以重新审核放行。',
        confirm: '解除',
        required: '审计',
      }}
      action={remark => callOnce('POST /api/console/aml/unlock', { case_id: item.case_id, remark })}
      done="已解除放款限制"
      stale={stale}
    >
      解除放款限制
    </ActionDialog>
  )
}
