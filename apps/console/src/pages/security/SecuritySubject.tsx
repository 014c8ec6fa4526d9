import { backupKinds, dutyKinds } from '@tianping/contract/duties/facts'
import type { ReactNode } from 'react'
import { href } from '../../app/address.ts'
import { Long } from '../../ui/values/Long.tsx'

const duties: Record<string, string> = { ...dutyKinds, ...backupKinds }

/** What each kind of subject is called, and what opens from it. */
const shown: Record<string, (id: string) => ReactNode> = {
  member: id => <a href={href(`/members/${id}`)}>会员 {id}</a>,
  game: () => <a href={href('/venues', { tab: 'returns', outside: 1 })}>返还率</a>,
  duty: id => <a href={href('/duties')}>{duties[id] ?? id}</a>,
  letter: id => <a href={href('/site', { tab: 'messages' })}>定时站内信 {id}</a>,
  campaign: id => <a href={href(`/campaigns/${id.slice(1)}`)}>投放 {id}</a>,
  journey: id => <a href={href(`/journeys/${id.slice(1)}`)}>自动触达 {id}</a>,
  program: id => `程序清单 ${id}`,
  operator: id => `员工 ${id}`,
}

/** Whom or what it is about. */
export function SecuritySubject({ subject }: { subject: string }) {
  if (subject === '') return '—'
  const [kind = '', id = ''] = subject.split(':')
  const show = Object.hasOwn(shown, kind) ? shown[kind] : undefined
  return show ? show(id) : <Long text={subject} width="26ch" />
}
