import type { Role } from '@tianping/contract/console'
import { run, sql, theRow, transaction } from '@tianping/database'
import { freshDatabase } from '../../../../tooling/test/database.ts'
import { decideAgentApplication } from '../../src/areas/agent/decideAgentApplication.ts'
import { seedSite } from '../../src/demo/site.ts'
import { createOperator } from '../../src/console/signIn/operators.ts'
import { consoleCall, PASSWORD, type Desk } from '../console/support.ts'
import { tellBet } from '../figures/support.ts'
import { openTestSite, TestClock } from '../support/site.ts'

/** What the form of a plan sends where nothing is filled in but its name. */
export const emptyPlan = {
  name: '方案',
  percent: '',
  level2: '',
  level3: '',
  cpa: '',
  min_deposit: '',
  min_valid: '',
  verified: false,
  note: '',
}

/** A site with a clock of its own, agents, and members who play. */
export async function openAgents(beijing: string) {
  const database = await freshDatabase('server')
  const owner = database.open()
  const at = (time: string) => new Date(`${time.replace(' ', 'T')}+08:00`)
  const clock = new TestClock(at(beijing).getTime())
  await seedSite(owner, clock.now())
  const site = await openTestSite(database.url, { clock, publicUrl: 'https://h5.example.com' })
  let moves = 0
  const set = (time: string) => {
    moves++
    clock.advance(at(time).getTime() - clock.now().getTime())
  }
  const applied = { mobile: '13800138000', apply_info: '有社群资源' }
  async function agent() {
    const made = await site.member()
    await site.call('POST /api/applyagentdo', applied, { token: made.token })
    await transaction(owner, async tx => {
      const { id } = await theRow(
        tx,
        sql<{
          id: string
        }>`select application_id as id from agent_application where member_id = ${made.memberId}`,
      )
      const now = clock.now()
      const decision = { memberId: made.memberId, applicationId: id, pass: true, reason: '' }
      return decideAgentApplication(tx, { ...decision, by: 'admin', now })
    })
    return made
  }
  /** A settled bet; the same id with a higher version settles it again. */
  const bet = (
    memberId: bigint,
    betId: string,
    settledAt: string,
    amounts: [stake: bigint, payout: bigint],
    version = 1,
  ) =>
    tellBet(owner, {
      memberId,
      betId,
      settledAt,
      version,
      game: 'alpha',
      status: 1,
      stake: amounts[0],
      payout: amounts[1],
    })
  const joinedAt = (memberId: bigint, time: string) =>
    run(owner, sql`update member set created_at = ${at(time)} where member_id = ${memberId}`)
  /** An operator who logs in anew whenever the clock was moved, since a session ends by itself. */
  async function operator(role: Role, name: string): Promise<Pick<Desk, 'call'>> {
    await createOperator(owner, { name, password: PASSWORD, role }, clock.now())
    let [cookie, since] = ['', -1]
    return {
      call: async (call, body) => {
        if (since !== moves) {
          await run(owner, sql`delete from throttle`)
          const login = { name, password: PASSWORD }
          const entered = await consoleCall(site, 'POST /api/console/login', login)
          cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
          since = moves
        }
        return (await consoleCall(site, call, body ?? {}, { cookie })).json()
      },
    }
  }
  const operators = {
    risk: await operator('risk', 'risky'),
    admin: await operator('admin', 'boss'),
    finance: await operator('finance', 'anna'),
  }
  return { site, owner, clock, at, set, agent, bet, joinedAt, ...operators }
}
