import {
  exclusions,
  reachedBy,
  type BlockKind,
  type ExclusionTerm,
  type ReachedBy,
} from '@tianping/contract/protection/facts'
import { Button, Space } from 'antd'
import { callOnce } from '../../app/api.ts'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import type { Member } from './memberTab.ts'

const name = 'POST /api/console/members/limits'
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const terms = Object.fromEntries(
  Object.entries(exclusions).map(([term, { label }]) => [term, label]),
)
const { app: _, ...fromOutside } = reachedBy
const channel: EditField = {
  name: 'channel',
  label: '会员通过',
  kind: 'choice',
  options: optionsOf(fromOutside),
}
const remark: EditField = {
  name: 'remark',
  label: '原因（必填，记入审计）',
  kind: 'text',
  max: 200,
}

type Asked = 'return' | 'unlink' | 'stranger'
const asks = {
  return: {
    verb: '登记恢复申请',
    sentence: m => `${m.username} 还须在应用内用密码确认，再等候 24 小时（永久排除 7 天）`,
  },
  unlink: {
    verb: '申请解除关联',
    sentence: m =>
      `另一位同事复核后，${m.username} 恢复使用；已自我排除的账户不受影响。请先核实两个账户不属于同一人`,
  },
  stranger: {
    verb: '登记资料被冒用',
    sentence: m =>
      `另一位同事复核后，${m.username} 仍被排除，但其姓名与生日不再用于识别他人。请先核实该姓名的本人并未申请排除`,
  },
} satisfies Record<Asked, { verb: string; sentence: (m: Member) => string }>

type Props = { member: Member; kind: BlockKind | null }

/** What a member asks staff for by phone or letter, as far as it fits the block that counts. */
export const ProtectionActions = ({ member, kind }: Props) => (
  <Space>
    <SelfExclude member={member} />
    {kind === 'exclusion' && <Ask member={member} kind="return" />}
    {kind === 'exclusion' && <Ask member={member} kind="stranger" />}
    {kind === 'linked' && <Ask member={member} kind="unlink" />}
  </Space>
)

const channelOf = (v: EditValues) => String(v['channel']) as ReachedBy

function SelfExclude({ member }: { member: Member }) {
  const { start, form } = useEdited<Member>({
    draft: ({ id }) => `member/${id}/self-exclude`,
    action: ({ id }, v) =>
      callOnce('POST /api/console/members/self-exclude', {
        id,
        term: String(v['term']) as ExclusionTerm,
        channel: channelOf(v),
        remark: String(v['remark']),
      }),
    done: '自我排除已生效',
    stale: name,
  })
  const sentence = (v: EditValues) =>
    `${member.username} 将立即自我排除 ${terms[String(v['term'])]}：游戏结束，不能存款、游戏与领取优惠，可以取款；不能缩短，到期后由会员本人申请恢复`
  return (
    <>
      <Button danger onClick={() => start(member)}>
        代办自我排除
      </Button>
      {form && (
        <EditDialog
          title="代办自我排除"
          fields={[
            { name: 'term', label: '期限', kind: 'choice', options: optionsOf(terms) },
            channel,
            remark,
          ]}
          initial={{ term: '6m', channel: 'phone', remark: '' }}
          sentence={sentence}
          confirm="确认排除"
          danger
          {...form}
        />
      )}
    </>
  )
}

function Ask({ member, kind }: { member: Member; kind: Asked }) {
  const { verb, sentence } = asks[kind]
  const { start, form } = useEdited<Member>({
    draft: ({ id }) => `member/${id}/protection/${kind}`,
    action: ({ id }, v) =>
      callOnce('POST /api/console/members/protection-request', {
        id,
        kind,
        channel: channelOf(v),
        remark: String(v['remark']),
      }),
    done: '已登记',
    stale: name,
  })
  return (
    <>
      <Button onClick={() => start(member)}>{verb}</Button>
      {form && (
        <EditDialog
          title={verb}
          fields={[channel, remark]}
          initial={{ channel: 'phone', remark: '' }}
          sentence={() => sentence(member)}
          confirm="确认登记"
          {...form}
        />
      )}
    </>
  )
}
