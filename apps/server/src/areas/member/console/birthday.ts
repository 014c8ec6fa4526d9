import { say } from '@tianping/contract/refusals'
import { isDay } from '@tianping/money/day'
import { need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { readMember } from '../../account/account.ts'
import { notify } from '../../message/message.ts'
import { refuseRestricted } from '../../restriction/restriction.ts'
import { correctBirthday } from '../../verification/verification.ts'
import { another, subjectOf } from './memberActions.ts'

/** As the audit log keeps it: the year, which is what ages go by. */
const masked = (birthday: string) => (birthday === '' ? '' : `${birthday.slice(0, 4)}-**-**`)

export const birthdayHandlers = {
  'POST /api/console/members/birthday': async context => {
    const { id, birthday, remark } = context.body
    if (!isDay(birthday)) throw new Refusal(say('profile.birthday_format'), { field: 'birthday' })
    need(remark, 'desk.reason_missing', 'remark')
    const memberId = await another(context, id)
    await runAction(context, async (tx, now) => {
      await refuseRestricted(tx, memberId)
      const before = (await readMember(tx, memberId)).birthday ?? ''
      if (before === birthday)
        throw new Refusal(say('member.birthday_unchanged'), { field: 'birthday' })
      await correctBirthday(tx, memberId, birthday)
      await notify(
        tx,
        memberId,
        '出生日期已更正',
        '您的出生日期已由客服按您提供的资料更正。如非本人申请，请立即联系客服。',
        now,
        { kind: 'safety', link: '/userInfo' },
      )
      return {
        answer: null,
        entry: {
          action: 'member.birthday',
          subject: subjectOf(id),
          before: { birthday: masked(before) },
          after: { birthday: masked(birthday) },
          note: remark,
        },
      }
    })
    return { message: '已更正', data: null }
  },
} satisfies ConsoleHandlers
