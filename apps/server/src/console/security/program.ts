import { beijing } from '@tianping/money/day'
import type { ConsoleHandlers } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { checkRows } from '../../kernel/security/program.sql.ts'
import { MOST_NAMED } from '../../kernel/security/program.ts'
import { runProgramCheck } from '../../kernel/security/programChecks.ts'
import { narrowedOf } from '../../kernel/operator/listed.sql.ts'
import { keyedAnswer, pagingOf } from '../../kernel/operator/pages.sql.ts'

const TEXTS = {
  unreleased: '没有发布清单，无法核对',
  same: '程序与发布清单一致',
  changed: '程序与发布清单不符，已发出警报',
} as const

export const programHandlers = {
  'POST /api/console/security/program/list': async ({ db, body }) => {
    const paging = pagingOf(body, [], true)
    const found = await checkRows(db, { ...narrowedOf(body), paging })
    return keyedAnswer(paging, found, each => ({
      id: Number(each.checkId),
      checked_at: beijing(each.at),
      manifest: each.manifest.slice(0, 12),
      instance: each.instance,
      origin: each.origin,
      check_state: each.state,
      files: each.files,
      differs: each.differs,
      differing: each.differing,
    }))
  },
  'POST /api/console/security/program/check': async ({ operator, caller, body, ...services }) => {
    const found = await runProgramCheck(services, 'operator')
    const differing = found.state === 'unreleased' ? [] : found.differing.slice(0, MOST_NAMED)
    await audit(
      services.db,
      services.clock.now(),
      { operator, address: caller.address },
      {
        action: 'security.program_checked',
        subject: 'program',
        after: { state: found.state, differing },
        note: body.remark,
      },
    )
    return { message: TEXTS[found.state], data: { state: found.state, differing } }
  },
} satisfies ConsoleHandlers
