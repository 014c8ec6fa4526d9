import { useQueryClient } from '@tanstack/react-query'
import { useAction } from '../../app/useAction.ts'
import { callOnce } from '../../app/api.ts'
import { writeDraft } from '../../app/drafts.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useMessage } from '../../ui/above.ts'
import { yuan } from '../../ui/values/Money.tsx'
import { movementOf } from './movementOf.ts'

const fields: EditField[] = [
  { name: 'member', label: '会员名或会员 ID', kind: 'text', max: 32 },
  {
    name: 'direction',
    label: '方向',
    kind: 'choice',
    options: [
      { value: 'give', label: '增加余额' },
      { value: 'take', label: '扣减余额' },
    ],
  },
  { name: 'amount', label: '金额（元，最多两位小数）', kind: 'text', max: 15 },
  {
    name: 'turnover_times',
    label: '流水倍数（0 为不要求）',
    kind: 'number',
    when: values => values['direction'] === 'give',
  },
  { name: 'reason', label: '原因（必填，审批人与审计可见）', kind: 'long', max: 200, rows: 2 },
]

/** What is asked for, in figures; a second person decides. */
function sentenceOf(v: EditValues): string {
  const amount = Number(v['amount'])
  if (!v['member'] || !(amount > 0)) return '提交后须由另一位同事批准才会入账'
  const gives = v['direction'] === 'give'
  const turnover = gives ? amount * Number(v['turnover_times']) : 0
  const movement = movementOf(gives ? amount : -amount, `${v['member']} 的中心钱包`)
  const required = turnover > 0 ? `，并要求 ${yuan(turnover)} 流水` : ''
  return `批准后将${movement}，对方科目为 900 人工调整${required}`
}

export function ProposeDialog({
  member,
  caseId,
  onClose,
}: {
  member: string
  caseId: number
  onClose: () => void
}) {
  const cache = useQueryClient()
  const message = useMessage()
  const draft = `adjustment/new/${member}/${caseId}`
  const propose = useAction({
    mutationFn: (v: EditValues) =>
      callOnce('POST /api/console/adjustments/propose', {
        member: String(v['member']),
        direction: v['direction'] === 'take' ? 'take' : 'give',
        amount: String(v['amount']).trim(),
        turnover_times: Number(v['turnover_times']),
        reason: String(v['reason']),
        case_id: caseId,
      }),
    meta: { inPlace: true },
    onSuccess: () => {
      writeDraft(draft, '')
      void message.success('已提交，等待另一位同事审批')
      onClose()
    },
    onSettled: () =>
      Promise.all(
        ['POST /api/console/adjustments/list', 'POST /api/console/cases/show'].map(name =>
          cache.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  })
  return (
    <EditDialog
      title={caseId ? `人工调整（差异 ${caseId}）` : '提出人工调整'}
      draft={draft}
      fields={fields}
      initial={{
        member,
        direction: 'give',
        amount: '',
        turnover_times: 0,
        reason: caseId ? `对账差异 ${caseId}：` : '',
      }}
      sentence={sentenceOf}
      confirm="提交审批"
      busy={propose.isPending}
      error={propose.error}
      onSave={propose.mutate}
      onClose={onClose}
    />
  )
}
