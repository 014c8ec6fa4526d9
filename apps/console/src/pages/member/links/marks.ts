import type { ConsoleGiven } from '@tianping/contract/console'
import { memberLinkLabels } from '@tianping/contract/member/facts'
import { href } from '../../../app/address.ts'

export type Link = ConsoleGiven<'POST /api/console/members/links'>[number]
/** What several members share, with those who are named. */
export type Mark = Pick<Link, 'kind' | 'what' | 'more' | 'more_beyond'> & {
  key: string
  members: Link[]
}

export function marksOf(links: Link[]): Mark[] {
  const marks = new Map<string, Mark>()
  for (const link of links) {
    const key = `${link.kind}/${link.what}`
    const mark = marks.get(key) ?? { ...link, key, members: [] }
    mark.members.push(link)
    marks.set(key, mark)
  }
  return [...marks.values()]
}

export const markWords = ({ kind, what }: Pick<Mark, 'kind' | 'what'>) =>
  `${memberLinkLabels[kind]}${what ? ` ${what}` : ''}`

/** How many share it beyond those who are named; empty for nobody. */
export function restWords({ more, more_beyond }: Mark): string {
  if (more_beyond) return more > 0 ? `另有 ${more} 人以上` : '可能另有会员'
  return more > 0 ? `另有 ${more} 人` : ''
}

/** The list of all who share it, where there is one. */
export const listOf = ({ kind }: Mark, center: number): string | undefined =>
  kind === 'referred' ? href(`/members/${center}`, { tab: 'referrals' }) : undefined
