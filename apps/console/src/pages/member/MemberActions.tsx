import { Button } from 'antd'
import { NewSecret, resetDone } from '../../parts/dialogs/ShownOnce.tsx'
import { roundYuan } from '@tianping/money'
import { href } from '../../app/address.ts'
import { call, callOnce } from '../../app/api.ts'
import { useOperator } from '../../app/session/operator.ts'
import { ActionDialog } from '../../parts/dialogs/ActionDialog.tsx'
import { EditDialog, type EditField, type EditValues } from '../../parts/dialogs/EditDialog.tsx'
import { useEdited } from '../../parts/dialogs/useEdited.ts'
import { useAbove } from '../../ui/above.ts'
import { yuan } from '../../ui/values/Money.tsx'
import { Exclude } from './exclude/Exclude.tsx'
import type { Member } from './memberTab.ts'

const shown = 'POST /api/console/members/show'

type MemberProps = { member: Member }

/** What can be done to a member's account; each says what will happen. */
export function MemberActions({ member }: MemberProps) {
  const { may } = useOperator()
  return (
    <>
      {may('adjustment.propose') && (
        <Button href={href('/adjustments', { member: member.id })}>人工调整</Button>
      )}
      {may('member.rename') && (
        <>
          <Rename member={member} />
          <Birthday member={member} />
        </>
      )}
      {may('member.password') && (
        <>
          <Reset member={member} which="login" />
          <Reset member={member} which="pay" />
          <Reset member={member} which="factor" />
        </>
      )}
      {may('member.limit') && <Exclude member={member} />}
      {may('member.lock') && (
        <>
          {member.sessions.length > 0 && <LogOut member={member} />}
          {member.state === 'active' ? <Lock member={member} /> : <Unlock member={member} />}
        </>
      )}
    </>
  )
}

const LogOut = ({ member: m }: MemberProps) => (
  <ActionDialog
    draft={`member/${m.id}/logout`}
    decision={{
      title: '强制退出',
      sentence: `将结束 ${m.username} 的 ${m.sessions.length} 个登录，须重新登录`,
      confirm: '确认退出',
    }}
    action={remark =>
      callOnce('POST /api/console/members/logout', { id: m.id, session: '', remark })
    }
    done={({ ended }) => `已结束 ${ended} 个登录`}
    stale={[shown]}
  >
    强制退出
  </ActionDialog>
)

/** What the member has in all. Summed in fen, so that no float's tail shows. */
const moneyOf = (m: Member) => yuan(roundYuan(m.cash + m.venues))

const Lock = ({ member: m }: MemberProps) => (
  <ActionDialog
    danger
    draft={`member/${m.id}/lock`}
    decision={{
      title: '锁定会员',
      sentence: `将锁定 ${m.username}：结束 ${m.sessions.length} 个登录，不能再登录、存款、取款与游戏。中心钱包与场馆共 ${moneyOf(m)} 保留不动。`,
      label: '锁定原因（必填）',
      confirm: '确认锁定',
      required: '审计',
    }}
    action={remark => callOnce('POST /api/console/members/lock', { id: m.id, remark })}
    done="已锁定"
    stale={[shown, 'POST /api/console/members/list']}
  >
    锁定
  </ActionDialog>
)

const Unlock = ({ member: m }: MemberProps) => (
  <ActionDialog
    type="primary"
    draft={`member/${m.id}/unlock`}
    decision={{
      title: '解锁会员',
      sentence: `${m.username} 将可以重新登录并使用其 ${moneyOf(m)}`,
      label: '解锁原因（必填）',
      confirm: '确认解锁',
      required: '审计',
    }}
    action={remark => callOnce('POST /api/console/members/unlock', { id: m.id, remark })}
    done="已解锁"
    stale={[shown, 'POST /api/console/members/list']}
  >
    解锁
  </ActionDialog>
)

const renameFields: EditField[] = [
  { name: 'realname', label: '正确的姓名', kind: 'text', max: 32 },
  { name: 'remark', label: '更正原因（必填，记入审计）', kind: 'text', max: 200 },
]

/** The real name is the member's for good but for an error in it. */
function Rename({ member: m }: MemberProps) {
  const { start, form } = useEdited<Member>({
    draft: ({ id }) => `member/${id}/rename`,
    action: ({ id }, v) =>
      callOnce('POST /api/console/members/rename', {
        id,
        realname: String(v['realname']),
        remark: String(v['remark']),
      }),
    done: '已更正',
    stale: shown,
  })
  const sentence = (v: EditValues) =>
    `${m.username} 的姓名将由 ${m.realname} 改为 ${String(v['realname']) || '…'}；已绑定的 ${m.cards.length} 张卡不变，会员会收到站内信`
  return (
    <>
      <Button onClick={() => start(m)}>更正姓名</Button>
      {form && (
        <EditDialog
          title="更正姓名"
          fields={renameFields}
          initial={{ realname: '', remark: '' }}
          sentence={sentence}
          confirm="确认更正"
          {...form}
        />
      )}
    </>
  )
}

const birthdayFields: EditField[] = [
  { name: 'birthday', label: '正确的生日', kind: 'day' },
  { name: 'remark', label: '更正原因（必填，记入审计）', kind: 'text', max: 200 },
]

/** A proven birthday is staff's alone to correct. */
function Birthday({ member: m }: MemberProps) {
  const { start, form } = useEdited<Member>({
    draft: ({ id }) => `member/${id}/birthday`,
    action: ({ id }, v) =>
      callOnce('POST /api/console/members/birthday', {
        id,
        birthday: String(v['birthday']),
        remark: String(v['remark']),
      }),
    done: '已更正',
    stale: shown,
  })
  const sentence = (v: EditValues) =>
    `${m.username} 的生日将改为 ${String(v['birthday']) || '…'}；身份认证须重新提交，会员会收到站内信`
  return (
    <>
      <Button onClick={() => start(m)}>更正生日</Button>
      {form && (
        <EditDialog
          title="更正生日"
          fields={birthdayFields}
          initial={{ birthday: '', remark: '' }}
          sentence={sentence}
          confirm="确认更正"
          {...form}
        />
      )}
    </>
  )
}

type Resettable = 'login' | 'pay' | 'factor'
const resets = {
  login: {
    verb: '重置登录密码',
    what: '登录密码',
    sentence: m =>
      `将为 ${m.username} 生成一次性登录密码并结束 ${m.sessions.length} 个登录。新密码发送到会员已验证的联系方式，没有时只显示一次；24小时内有效，会员登录后须先修改；双重验证不变。`,
  },
  pay: {
    verb: '重置支付密码',
    what: '支付密码',
    sentence: m =>
      `将为 ${m.username} 申请重置支付密码，由另一位同事批准并生成一次性支付密码，同时结束 ${m.sessions.length} 个登录。`,
  },
  factor: {
    verb: '解除双重验证',
    what: '',
    sentence: m =>
      `将为 ${m.username} 申请解除双重验证，由另一位同事批准，同时结束 ${m.sessions.length} 个登录；其取款将暂缓处理，会员会收到站内信。`,
  },
} satisfies Record<Resettable, { verb: string; what: string; sentence: (m: Member) => string }>

/** A new password is shown once, to be read out to the member; the old one is known to nobody. */
function Reset({ member: m, which }: { member: Member; which: Resettable }) {
  const showAbove = useAbove()
  const { verb, what, sentence } = resets[which]
  return (
    <ActionDialog
      draft={`member/${m.id}/password/${which}`}
      decision={{
        title: verb,
        sentence: sentence(m),
        label: which === 'factor' ? '解除原因（必填）' : '重置原因（必填）',
        confirm: `确认${verb}`,
        required: '审计',
      }}
      action={remark => call('POST /api/console/members/password', { id: m.id, which, remark })}
      done={({ sent_to, waits }) => (waits ? '已提交，待另一位同事批准' : resetDone(what, sent_to))}
      stale={[shown]}
      onDone={({ password }) => {
        if (password !== '') showAbove(<NewSecret title={`新的${what}`} secret={password} />)
      }}
    >
      {verb}
    </ActionDialog>
  )
}
