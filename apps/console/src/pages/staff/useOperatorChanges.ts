import type { ConsoleGiven } from '@tianping/contract/console'
import { useState } from 'react'
import { writeDraft } from '../../app/drafts.ts'
import type { Decision } from '../../parts/dialogs/DecisionDialog.tsx'
import type { StaffRow } from './StaffState.tsx'
import { useStaffChange } from './useStaff.ts'

export type Verb = 'lock' | 'unlock' | 'reset' | 'password' | 'end'
type Asked = { verb: Verb; session: number }

export const draftOf = (id: number, verb: Verb) => `staff/${id}/${verb}`

/** What is asked about an operator now, and the change that answers it. */
export function useOperatorChanges(row: StaffRow) {
  const [asked, ask] = useState<Asked | null>(null)
  const [password, setPassword] = useState<ConsoleGiven<'POST /api/console/staff/password'> | null>(
    null,
  )
  const close = () => {
    if (asked) writeDraft(draftOf(row.id, asked.verb), '')
    ask(null)
  }
  const changes = {
    lock: useStaffChange('POST /api/console/staff/lock', '已锁定', close),
    unlock: useStaffChange('POST /api/console/staff/unlock', '已解锁', close),
    reset: useStaffChange('POST /api/console/staff/reset', '已重置双重验证', close),
    end: useStaffChange('POST /api/console/staff/sessions/end', '已退出', close),
    password: useStaffChange('POST /api/console/staff/password', '已设置一次性密码', given => {
      close()
      setPassword(given)
    }),
  }
  const run = ({ verb, session }: Asked, remark: string) => {
    if (verb === 'end') changes.end.mutate({ id: row.id, session, remark })
    else changes[verb].mutate({ id: row.id, remark })
  }
  const start = (verb: Verb, session = 0) => {
    changes[verb].reset()
    ask({ verb, session })
  }
  return {
    start,
    ending: changes.end.isPending,
    open: asked && {
      verb: asked.verb,
      busy: changes[asked.verb].isPending,
      error: changes[asked.verb].error,
      onConfirm: (remark: string) => run(asked, remark),
      onClose: () => ask(null),
    },
    password,
    passwordRead: () => setPassword(null),
  }
}

/** The last look before a change; `power` says that the role takes two to be given a password. */
export function decisionOf(verb: Verb, row: StaffRow, power: boolean): Decision {
  const out = row.sessions > 0 ? `，其 ${row.sessions} 个登录将立即退出` : ''
  const why = { label: '原因（必填）', required: '须说明' }
  const decisions: Record<Verb, Decision> = {
    lock: {
      title: '锁定操作员',
      sentence: `${row.name} 将不能登录${out}`,
      confirm: '确认锁定',
      ...why,
    },
    unlock: {
      title: '解锁操作员',
      sentence: `${row.name} 将可以重新登录`,
      confirm: '确认解锁',
      ...why,
    },
    reset: {
      title: '重置双重验证',
      sentence: `${row.name} 的验证器、通行密钥和恢复码将全部移除${out}`,
      confirm: '确认重置',
      ...why,
    },
    end: {
      title: '退出登录',
      sentence: `${row.name} 的所选登录将立即退出`,
      confirm: '确认退出',
      ...why,
    },
    password: {
      title: '重设密码',
      sentence: `将为 ${row.name} 生成一次性密码${power ? '，另一位管理员批准后生效' : out}`,
      confirm: '生成',
      ...why,
    },
  }
  return decisions[verb]
}
