import { useQueryClient } from '@tanstack/react-query'
import {
  incidentDuties,
  isRequested,
  requestAnswers,
  type IncidentDuty,
  type RequestAnswer,
} from '@tianping/contract/compliance/facts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useMessage } from '../../ui/above.ts'
import { toldFields, toldOf } from './OpenIncident.tsx'
import { staleIncidents as stale, type Incident } from './facts.ts'

/** What can be done about an incident now, by whom it may be done. */
export function IncidentWays({ item }: { item: Incident }) {
  const { may } = useOperator()
  const works = may('compliance.work')
  return (
    <>
      <span style={{ flex: 1 }} />
      {works && <Note item={item} />}
      {works && item.state === 'open' && (
        <>
          <Save item={item} />
          {isRequested(item.kind) ? <Propose item={item} /> : <End item={item} />}
        </>
      )}
      {item.state === 'proposed' && <Second item={item} />}
    </>
  )
}

/** It was reported, or members were told. */
export function DoneDuty({ item, duty }: { item: Incident; duty: IncidentDuty }) {
  const { incident_id } = item
  return (
    <ActionDialog
      size="small"
      draft={`incident/${incident_id}/${duty}`}
      decision={{
        title: incidentDuties[duty],
        sentence: '登记后不能更改。',
        confirm: '登记',
        required: '监管核查',
        label: duty === 'authority' ? '报告编号或回执' : '通知方式与编号',
      }}
      action={reference =>
        callOnce('POST /api/console/incidents/duty/set', { incident_id, duty, reference })
      }
      done="已登记"
      stale={stale}
    >
      登记完成
    </ActionDialog>
  )
}

function Note({ item: { incident_id } }: { item: Incident }) {
  return (
    <ActionDialog
      draft={`incident/${incident_id}/note`}
      decision={{
        title: '备注',
        sentence: '备注不能更改或删除。',
        confirm: '添加',
        required: '记录',
      }}
      action={content => callOnce('POST /api/console/incidents/note/add', { incident_id, content })}
      done="已添加备注"
      stale={stale}
    >
      备注
    </ActionDialog>
  )
}

function Save({ item }: { item: Incident }) {
  const [open, setOpen] = useState(false)
  const cache = useQueryClient()
  const message = useMessage()
  const { incident_id } = item
  const draft = `incident/${incident_id}/save`
  const saving = useAction({
    mutationFn: (v: EditValues) =>
      callOnce('POST /api/console/incidents/save', { incident_id, ...toldOf(v) }),
    meta: { inPlace: true },
    onSuccess: () => {
      writeDraft(draft, '')
      setOpen(false)
      void message.success('已保存')
    },
    onSettled: () => Promise.all(stale.map(name => cache.invalidateQueries({ queryKey: [name] }))),
  })
  return (
    <>
      <Button
        onClick={() => {
          saving.reset()
          setOpen(true)
        }}
      >
        更新
      </Button>
      {open && (
        <EditDialog
          title="更新事件"
          draft={draft}
          fields={toldFields}
          initial={{
            title: item.title,
            description: item.description,
            measures: item.measures,
            ended_at: item.ended_at.slice(0, 16),
            affected: item.affected,
            high_risk: item.high_risk ? 1 : 0,
          }}
          sentence={() => '期限只会增加，不会推迟；高风险标记不能取消。'}
          confirm="保存"
          busy={saving.isPending}
          error={saving.error}
          onSave={saving.mutate}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function End({ item: { incident_id } }: { item: Incident }) {
  return (
    <ActionDialog
      type="primary"
      draft={`incident/${incident_id}/end`}
      decision={{
        title: '结束事件',
        sentence: '须已完成全部报告与通知，并写明措施。结束后不能再更改。',
        confirm: '结束',
        required: '结论',
      }}
      action={remark => callOnce('POST /api/console/incidents/end', { incident_id, remark })}
      done="已结束"
      stale={stale}
    >
      结束
    </ActionDialog>
  )
}

function Propose({ item: { incident_id } }: { item: Incident }) {
  const [answer, setAnswer] = useState<RequestAnswer>('comply')
  return (
    <ActionDialog
      type="primary"
      draft={`incident/${incident_id}/propose`}
      decision={{
        title: '提出处理意见',
        sentence:
          '须已上传文件；由另一位同事批准后生效。停止游戏为期五年，同一人的其他账户一并停止，不影响取款。',
        facts: (
          <Select
            aria-label="处理意见"
            style={{ width: '100%' }}
            value={answer}
            options={(Object.keys(requestAnswers) as RequestAnswer[]).map(value => ({
              value,
              label: requestAnswers[value],
            }))}
            onChange={setAnswer}
          />
        ),
        confirm: '提交批准',
        required: '理由',
      }}
      action={remark =>
        callOnce('POST /api/console/incidents/propose', { incident_id, answer, remark })
      }
      done="已提交，须由另一位同事批准"
      stale={stale}
    >
      提出处理意见
    </ActionDialog>
  )
}

function Second({ item: { incident_id, proposed_by } }: { item: Incident }) {
  const { may, name } = useOperator()
  const own = proposed_by === name
  return (
    <>
      {own && <span>须由另一位同事批准</span>}
      {(own || may('compliance.approve')) && (
        <ActionDialog
          draft={`incident/${incident_id}/return`}
          decision={{
            title: own ? '撤回' : '退回',
            sentence: '事件将回到处理中。',
            confirm: own ? '撤回' : '退回',
            required: '审计',
          }}
          action={remark => callOnce('POST /api/console/incidents/return', { incident_id, remark })}
          done="已退回"
          stale={stale}
        >
          {own ? '撤回' : '退回'}
        </ActionDialog>
      )}
      {!own && may('compliance.approve') && (
        <ActionDialog
          type="primary"
          draft={`incident/${incident_id}/approve`}
          decision={{
            title: '批准处理意见',
            sentence: '批准后立即执行，事件结束。',
            confirm: '批准',
          }}
          action={remark =>
            callOnce('POST /api/console/incidents/approve', { incident_id, remark })
          }
          done="已批准并结束"
          stale={stale}
        >
          批准
        </ActionDialog>
      )}
    </>
  )
}
