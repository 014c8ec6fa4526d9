import type { ConsoleGiven } from '@tianping/contract/console'
import { say } from '@tianping/contract/refusals'
import { mostGroupDays } from '@tianping/contract/staff/facts'
import { yuanOf } from '@tianping/money'
import { beijingDay, daysBetween, endOfDay, startOfDay } from '@tianping/money/day'
import { setTimeout as pause } from 'node:timers/promises'
import { spanFigures, type SpanFigures } from '../../areas/books/books.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { ConsoleHandlers, Services } from '../../kernel/http/services.ts'
import { attempt, type Limit } from '../../kernel/http/throttle.ts'
import { audit } from '../../kernel/operator/audit.ts'
import { operatorById } from '../signIn/operator.sql.ts'
import { roleNamed } from '../signIn/roles.ts'
import type { BrandOfPerson, Group } from './group.ts'

const MINUTE_MS = 60_000
/** A brand that takes longer is said to be silent, and the others are shown. */
const PATIENCE_MS = 4_000
const switches: Limit = { attempts: 30, windowMs: 10 * MINUTE_MS }

type Counted = ConsoleGiven<'POST /api/console/brands/figures'>['brands'][number]
type Days = { from: string; to: string }

const NOTHING: SpanFigures = {
  depositsFen: 0n,
  withdrawalsFen: 0n,
  stakesFen: 0n,
  grossFen: 0n,
  bonusesFen: 0n,
  joined: 0,
  active: 0,
}

const plus = (a: SpanFigures, b: SpanFigures): SpanFigures => ({
  depositsFen: a.depositsFen + b.depositsFen,
  withdrawalsFen: a.withdrawalsFen + b.withdrawalsFen,
  stakesFen: a.stakesFen + b.stakesFen,
  grossFen: a.grossFen + b.grossFen,
  bonusesFen: a.bonusesFen + b.bonusesFen,
  joined: a.joined + b.joined,
  active: a.active + b.active,
})

const shown = (f: SpanFigures) => ({
  deposits: yuanOf(f.depositsFen),
  withdrawals: yuanOf(f.withdrawalsFen),
  stakes: yuanOf(f.stakesFen),
  gross: yuanOf(f.grossFen),
  bonuses: yuanOf(f.bonusesFen),
  new_members: f.joined,
  active_members: f.active,
})

/** Whether the person's own operator in a brand may see its figures now. */
async function maySee({ db }: Services, operatorId: bigint): Promise<boolean> {
  const found = await operatorById(db, operatorId)
  if (!found || found.state !== 'active' || found.waits) return false
  const role = await roleNamed(db, found.role)
  return role?.permissions.includes('figure.read') ?? false
}

type Asked = { state: Counted['state']; figures: SpanFigures | null }
const SILENT: Asked = { state: 'silent', figures: null }

async function countIn(services: Services, brand: BrandOfPerson, days: Days): Promise<Asked> {
  if (!(await maySee(services, brand.operatorId))) return { state: 'forbidden', figures: null }
  const span = { ...days, since: startOfDay(days.from), until: endOfDay(days.to) }
  return { state: 'counted', figures: await spanFigures(services.db, span) }
}

/** Never throws and never waits long: a brand that is away is said to be, and is no zero. */
async function ask(group: Group, brand: BrandOfPerson, days: Days, log: Services['log']) {
  const services = group.servicesOf(brand.code)
  if (!services) return SILENT
  const late = new AbortController()
  const tooLate = pause(PATIENCE_MS, SILENT, { signal: late.signal }).catch(() => SILENT)
  const counted = countIn(services, brand, days).catch((error: unknown) => {
    log.warn({ err: error as Error, of: brand.code }, 'the figures of a brand are missing')
    return SILENT
  })
  const answer = await Promise.race([counted, tooLate])
  late.abort()
  return answer
}

function requireDays({ from, to }: Days, today: string): Days {
  const days = from && to && from <= to && to <= today ? daysBetween(from, to) + 1 : 0
  if (days < 1 || days > mostGroupDays)
    throw new Refusal(say('brands.days', { max: mostGroupDays }))
  return { from, to }
}

export const brandHandlers = {
  'POST /api/console/brands/list': async ({ group, operator }) => {
    const listed = (await group?.brandsOf(operator.operatorId)) ?? []
    const brands = listed
      .filter(each => each.state !== 'closed')
      .map(({ code, name, state }) => ({ code, name, state }))
    return { data: { current: group?.code ?? '', brands } }
  },
  'POST /api/console/brands/switch': async ({ db, clock, group, operator, caller, body }) => {
    await attempt(db, `console:switch:${operator.operatorId}`, switches, clock.now())
    const listed = (await group?.brandsOf(operator.operatorId)) ?? []
    const brand = listed.find(each => each.code === body.brand && each.code !== group?.code)
    if (!group || !brand) throw new Refusal(say('brands.not_listed'))
    if (!group.servicesOf(brand.code)) throw new Refusal(say('brands.not_running'))
    const url = await group.wayInto(brand, caller.agent)
    await audit(
      db,
      clock.now(),
      { operator, address: caller.address },
      {
        action: 'console.switched_out',
        subject: `operator:${operator.name}`,
        after: { brand: brand.code },
      },
    )
    return { data: { url } }
  },
  'POST /api/console/brands/figures': async ({ clock, group, operator, body, log }) => {
    const days = requireDays(body, beijingDay(clock.now()))
    const listed = (await group?.brandsOf(operator.operatorId)) ?? []
    if (!group || listed.length === 0) throw new Refusal(say('brands.not_listed'))
    const asked = await Promise.all(
      listed
        .filter(each => each.state !== 'closed')
        .map(async brand => ({ brand, ...(await ask(group, brand, days, log)) })),
    )
    const counted = asked.flatMap(each => (each.figures ? [each.figures] : []))
    return {
      data: {
        brands: asked.map(({ brand: { code, name }, state, figures }) => ({
          code,
          name,
          state,
          figures: figures && shown(figures),
        })),
        sum: shown(counted.reduce(plus, NOTHING)),
        complete: counted.length === asked.length,
      },
    }
  },
} satisfies ConsoleHandlers
