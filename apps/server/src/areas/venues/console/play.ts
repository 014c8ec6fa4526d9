import { say } from '@tianping/contract/refusals'
import { beijing } from '@tianping/money/day'
import { need, Refusal } from '../../../kernel/http/refusal.ts'
import type { ConsoleHandlers } from '../../../kernel/http/services.ts'
import { openProposal } from '../../../kernel/operator/proposal.sql.ts'
import { proposalOf, propose } from '../../../kernel/operator/proposal.ts'
import { runAction } from '../../../kernel/operator/runAction.ts'
import { current, lockVersion, writeNext } from '../../../kernel/operator/settingForm.ts'
import { settingVersions } from '../../../kernel/operator/settingForm.sql.ts'
import { playSchema } from '../../protection/protection.ts'
import { playRule } from '../playRule.ts'
import { endsLeft } from '../store/playEnd.sql.ts'

export const playHandlers = {
  'POST /api/console/play/show': async ({ db }) => {
    const [{ value }, [newest], proposal, ending] = await Promise.all([
      current(db, playRule),
      settingVersions(db, playRule.key, 1),
      openProposal(db, playRule.key),
      endsLeft(db),
    ])
    return {
      data: {
        open: playSchema.parse(value).open,
        changed_by: newest?.changedBy ?? '',
        changed_at: newest ? beijing(newest.changedAt) : '',
        note: newest?.note ?? '',
        ending,
        proposal: proposal ? proposalOf(playRule, proposal) : null,
      },
    }
  },
  'POST /api/console/play/stop': async context => {
    const { operator, body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    await runAction(context, async (tx, at) => {
      const { version } = await current(tx, playRule)
      const before = playSchema.parse(await lockVersion(tx, playRule, version))
      if (!before.open) throw new Refusal(say('venue.play_stopped'))
      const by = { name: operator.name, at }
      const why = { note: body.remark, proposedBy: '' }
      const made = await writeNext(tx, playRule, { open: false }, by, why)
      return {
        answer: null,
        entry: {
          action: 'play.stop',
          subject: `setting:play:${made}`,
          before,
          after: { open: false },
          note: body.remark,
        },
      }
    })
    return { message: '已停止全站游戏，正在结束进行中的游戏', data: null }
  },
  'POST /api/console/play/resume': async context => {
    const { operator, body } = context
    need(body.remark, 'desk.reason_missing', 'remark')
    await runAction(context, async (tx, at) => {
      const { version } = await current(tx, playRule)
      const before = await lockVersion(tx, playRule, version)
      const by = { name: operator.name, at }
      const value = { open: true }
      const entry = await propose(tx, playRule, { version, before, value, note: body.remark, by })
      return { answer: null, entry }
    })
    return { message: '已提交，等待另一位同事在“规则”中批准', data: null }
  },
} satisfies ConsoleHandlers
