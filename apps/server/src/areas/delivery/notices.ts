// What members want of letters outside of the inbox.
import {
  noticeKinds,
  unaskedNotices,
  type NoticeKind,
  type NoticeWay,
} from '@tianping/contract/delivery/facts'
import type { MessageKind } from '@tianping/contract/message/facts'
import type { Db } from '@tianping/database'
import { choicesOf, type NoticeChoice } from './store/notice.sql.ts'

export const isNotice = (about: MessageKind): about is NoticeKind =>
  Object.hasOwn(noticeKinds, about)

/** Whether a member wants a kind on a way, by what that member and others have chosen. */
export const wantedOf = (
  choices: readonly NoticeChoice[],
  { memberId, kind, way }: Omit<NoticeChoice, 'wanted'>,
): boolean =>
  choices.find(each => each.memberId === memberId && each.kind === kind && each.way === way)
    ?.wanted ?? unaskedNotices[way].includes(kind)

/** The same for one letter, as things stand now. */
export const wantsNotice = async (
  db: Db,
  { memberId, about, way }: { memberId: bigint; about: MessageKind; way: NoticeWay },
): Promise<boolean> =>
  isNotice(about) && wantedOf(await choicesOf(db, [memberId]), { memberId, kind: about, way })
