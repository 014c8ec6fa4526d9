import type { Permission } from '@tianping/contract/console'
import { href } from '../address.ts'

/** What can be opened of a member from the finder: its word behind the name, `linxiao88 暂停`. */
const ways: {
  word: string
  title: string
  permission: Permission
  query: Record<string, string>
}[] = [
  { word: '暂停', title: '暂停使用', permission: 'member.limit', query: { do: 'exclude' } },
  { word: '时间', title: '时间线', permission: 'member.read', query: { tab: 'timeline' } },
  { word: '存款', title: '存款', permission: 'deposit.read', query: { tab: 'deposits' } },
  { word: '取款', title: '取款', permission: 'withdrawal.read', query: { tab: 'withdrawals' } },
  { word: '注单', title: '注单', permission: 'bet.read', query: { tab: 'bets' } },
  { word: '关系', title: '关系', permission: 'member.read', query: { tab: 'links' } },
  { word: '备注', title: '备注', permission: 'member.read', query: { tab: 'notes' } },
]

export type MemberWay = (typeof ways)[number]

/** The text without the word of a way at its end, and that way. */
export function wayIn(text: string): { text: string; way: MemberWay | undefined } {
  const [, before, word] = /^(.*\S)\s+(\S+)$/.exec(text) ?? []
  const way = word && ways.find(each => each.title.startsWith(word) || word === each.word)
  return way && before ? { text: before, way } : { text, way: undefined }
}

export const wayTo = (memberId: number, { query }: MemberWay): string =>
  href(`/members/${memberId}`, query)
