import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useAction } from '../../app/useAction.ts'
import { call, callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { useOperator } from '../../app/session/operator.ts'
import { useMessage } from '../../ui/above.ts'
import { thenCounts } from './counts.ts'
import { RuleCost } from './RuleCost.tsx'
import { SettingEditor } from './SettingEditor.tsx'
import { staleProposals, Waits } from './Waits.tsx'
import { Pending } from '../../ui/Pending.tsx'
import { Card } from '../../ui/Room.tsx'

const show = 'POST /api/console/rules/show'

/** What is written elsewhere and only approved here: a message, an activity that opens. */
const isElsewhere = (key: string) => /^(message|opening):/.test(key)

/** One rule: whoever may propose changes the form; the change waits for another to approve it. */
export function Rule({ id }: { id: string }) {
  const cache = useQueryClient()
  const message = useMessage()
  const { may } = useOperator()
  const rule = useQuery({
    queryKey: [show, id],
    queryFn: ({ signal }) => call(show, { key: id }, signal),
    refetchInterval: 30_000,
  })
  const draft = `rule/${id}`
  const propose = useAction({
    mutationFn: (asked: { version: number; value: unknown; note: string }) =>
      callOnce('POST /api/console/rules/propose', { key: id, ...asked }),
    meta: { inPlace: true },
    onSuccess: () => {
      writeDraft(draft, '')
      void message.success('已提交，等待另一位同事审批')
    },
    onSettled: () => staleProposals(cache),
  })
  if (!rule.data) return <Pending query={rule} />
  const { proposal } = rule.data
  const waits = proposal && (
    <Waits before={rule.data.value} proposal={proposal} keys>
      {!isElsewhere(id) && <RuleCost rule={id} value={proposal.value} />}
    </Waits>
  )
  if (isElsewhere(id)) return waits ?? <Card title={rule.data.label}>已处理</Card>
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
        waits ?? (
          <Alert
            type="info"
            showIcon
            title={
              may('rule.propose')
                ? `修改须由另一位同事批准${thenCounts(id)}`
                : '您的角色可以查看，不能修改'
            }
          />
        )
      }
    />
  )
}
