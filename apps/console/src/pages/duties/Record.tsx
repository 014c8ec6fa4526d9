import { isChangeDuty } from '@tianping/contract/duties/facts'
import { callOnce } from '../../app/api.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { addCall, dueCall, dutyLabel, type Duty } from './duty.ts'

const day = (name: string, label: string): EditField => ({ name, label, kind: 'day' })

const fieldsOf = ({ duty }: Duty): EditField[] => [
  day('done_on', '完成日期'),
  { name: 'done_by', label: '执行人或机构', kind: 'text', max: 80 },
  {
    name: 'reference',
    label: duty === 'game_certificate' ? '证书编号（无须重新认证时留空）' : '报告或证书编号',
    kind: 'text',
    max: 120,
  },
  {
    name: 'sha256',
    label: isChangeDuty(duty) ? '程序的 SHA-256' : '报告文件的 SHA-256（可留空）',
    kind: 'text',
    max: 64,
  },
  {
    name: 'note',
    label: duty === 'game_certificate' ? '说明，或无须重新认证的理由' : '说明',
    kind: 'long',
    max: 500,
  },
  ...(isChangeDuty(duty) ? [] : [day('next_due', '下次到期（留空为规则允许的最晚日期）')]),
]

const save = ({ duty, about }: Duty, v: EditValues) =>
  callOnce(addCall, {
    duty,
    about,
    done_on: String(v['done_on']),
    done_by: String(v['done_by']),
    reference: String(v['reference']),
    sha256: String(v['sha256']).trim().toLowerCase(),
    note: String(v['note']),
    next_due: String(v['next_due'] ?? ''),
  })

/** The form of one record; `start` opens it for a duty. */
export const useRecord = () =>
  useEdited<Duty>({
    draft: ({ duty, about, sha256 }) => `duties/${duty}/${about}/${sha256}`,
    action: save,
    done: '已登记',
    stale: dueCall,
  })
type Form = NonNullable<ReturnType<typeof useRecord>['form']>

export const RecordDialog = ({ duty, form }: { duty: Duty; form: Form }) => (
  <EditDialog
    title={`登记：${dutyLabel(duty)}`}
    fields={fieldsOf(duty)}
    initial={{
      done_on: '',
      done_by: '',
      reference: '',
      sha256: duty.sha256,
      note: '',
      next_due: '',
    }}
    sentence={() => '登记后不能修改；如有错误，请再登记一条，以最新的为准。'}
    confirm="登记"
    {...form}
  />
)
