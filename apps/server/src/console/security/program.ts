import { beijing } from '@tianping/money/day'
import { PER_PAGE, pageOf } from '../../kernel/http/answer.ts'
import type { ConsoleHandlers } from '../../kernel/http/services.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { checkRows } from '../../kernel/security/program.sql.ts'
import { MOST_NAMED } from '../../kernel/security/program.ts'
import { runProgramCheck } from '../../kernel/security/programChecks.ts'

const TEXTS = {
  unreleased: '没有发布清单，无法核对',
  same: '程序与发布清单一致',
  changed: '程序与发布清单不符，已发出警报',
} as const

export const programHandlers = {
  'POST /api/console/security/program/list': async ({ db, body: { page } }) => {
    const { rows, total } = await checkRows(db, { limit: PER_PAGE, offset: (page - 1) * PER_PAGE })
    const items = rows.map(({ checkId, at, manifest, ...rest }) => ({
      id: Number(checkId),
      checked_at: beijing(at),
      manifest: manifest.slice(0, 12),
      instance: rest.instance,
      origin: rest.origin,
      check_state: rest.state,
      files: rest.files,
      differs: rest.differs,
      differing: rest.differing,
    }))
    return { data: pageOf(items, page, total) }
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
