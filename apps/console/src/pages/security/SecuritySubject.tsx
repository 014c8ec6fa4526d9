import { backupKinds, dutyKinds } from '@tianping/contract/duties/facts'
import { href } from '../../app/address.ts'
import { Long } from '../../ui/values/Long.tsx'

const duties: Record<string, string> = { ...dutyKinds, ...backupKinds }

/** Whom it is about; a member opens from here. */
export function SecuritySubject({ subject }: { subject: string }) {
  if (subject === '') return '—'
  const [kind = '', id = ''] = subject.split(':')
  if (kind === 'member') return <a href={href(`/members/${id}`)}>会员 {id}</a>
  if (kind === 'game') return <a href={href('/venues', { tab: 'returns', outside: 1 })}>返还率</a>
  if (kind === 'duty') return <a href={href('/duties')}>{duties[id] ?? id}</a>
  if (kind === 'program') return `程序清单 ${id}`
  return kind === 'operator' ? `员工 ${id}` : <Long text={subject} width="26ch" />
}
