import { reviewState } from '@tianping/contract/facts'
import { passwordHashes, tokenHash } from '../areas/account/account.ts'
import { signedHeaders } from '../areas/cashier/cashier.ts'
import { demoOperators } from '../kernel/demoLogins.ts'
import type { World } from './world.ts'
import { at, present } from '../kernel/present.ts'

type Answer = { code: number; message: string; data: Record<string, unknown> }
export type Member = { memberId: bigint; payPassword: string }
/**
 * One of a member's calls, with the key of the action; a refused one ends the seeding with its
 * text.
 */
export type Call = (name: string, body: object, key: string) => Promise<Answer>
type Reviewed = 'deposits' | 'withdrawals' | 'agents' | 'statements'

/** One member's calls, and those of the operators and the provider around them. */
export class Life {
  readonly member: Member
  private readonly world: World

  constructor(world: World, member: Member) {
    this.world = world
    this.member = member
  }

  /**
   * Does what a member does between logging in and leaving, in a session as of its moment. It is
   * not logged off by the call for that, which ends games at the venues some time later: they may
   * be the next visit's.
   */
  async visit<T>(work: (call: Call) => Promise<T>): Promise<T> {
    const { db, sessions } = this.world.site.services
    const { memberId } = this.member
    const { password } = await passwordHashes(db, memberId)
    const token = present(
      await sessions.open(
        { memberId, passwordHash: password },
        { address: '127.0.0.1', agent: 'demo' },
      ),
      'session',
    )
    const done = await work((name, body, key) =>
      this.inject(at(name.split(' '), 1), body, {
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      }),
    )
    await sessions.end(tokenHash(token))
    return done
  }

  /** One call in a session of its own. */
  call(name: string, body: object, key: string): Promise<Answer> {
    return this.visit(call => call(name, body, key))
  }

  async depositByBank(key: string, amount: string, bank: string): Promise<string> {
    const answer = await this.call(
      'POST /api/recharge',
      {
        paytype: 'bank',
        amount,
        bank,
        bank_owner: '王小明',
        bank_no: '6222020012345678',
        bank_address: '北京市朝阳支行',
      },
      key,
    )
    return answer.data['deposit_no'] as string
  }

  async depositByProvider(key: string, body: object): Promise<string> {
    return (await this.call('POST /api/recharge', body, key)).data['deposit_no'] as string
  }

  async withdraw(key: string, amount: string): Promise<string> {
    const cards = (await this.call('POST /api/getcard', { type: 1 }, `${key}-card`))
      .data as unknown as { id: number }[]
    return (
      await this.call(
        'POST /api/withdraw',
        { amount, bank: at(cards, 0).id, password: this.member.payPassword },
        key,
      )
    ).data['out_trade_no'] as string
  }

  async move(key: string, sourcetype: string, targettype: string, amount: string) {
    await this.call('POST /api/transfer', { sourcetype, targettype, amount }, key)
  }

  /**
   * The provider reports a payment; the reference is the order's own, so a second report changes
   * nothing.
   */
  async pay(depositNo: string, amountFen: bigint) {
    const { site, clock, providerSecret } = this.world
    const body = Buffer.from(
      JSON.stringify({
        deposit_no: depositNo,
        reference: `DEMO-${depositNo}`,
        outcome: 'paid',
        amount_fen: amountFen.toString(),
        paid_at: clock.now().toISOString(),
      }),
    )
    const answer = await site.app.inject({
      method: 'POST',
      url: '/api/callback/sandbox',
      payload: body,
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(providerSecret, body, clock.now()),
      },
    })
    if (answer.statusCode !== 200) throw new Error(`the demo payment was not taken: ${answer.body}`)
  }

  /**
   * An operator takes the item and decides; one that is decided already, or has nothing to decide,
   * stays as it is.
   */
  async review(
    kind: Reviewed,
    item: object,
    event: 'approve' | 'reject',
    remark: string,
    by: (typeof demoOperators)[number]['name'] = 'finance',
  ) {
    const { name, password } = present(
      demoOperators.find(each => each.name === by),
      `operator ${by}`,
    )
    const login = await this.world.site.app.inject({
      method: 'POST',
      url: '/api/console/login',
      payload: { name, password },
      headers: { 'x-tianping-console': '1' },
    })
    const { name: cookie, value } = present(login.cookies[0], 'session')
    const headers = { 'x-tianping-console': '1', cookie: `${cookie}=${value}` }
    const shown = await this.inject(`/api/console/${kind}/show`, item, headers)
    if (shown.data['state'] === reviewState.waiting) {
      await this.inject(`/api/console/${kind}/claim`, item, headers)
      await this.inject(`/api/console/${kind}/${event}`, { ...item, remark }, headers)
    }
    await this.inject('/api/console/logout', {}, headers)
  }

  private async inject(
    url: string,
    payload: object,
    headers: Record<string, string>,
  ): Promise<Answer> {
    const answer = (
      await this.world.site.app.inject({ method: 'POST', url, payload, headers })
    ).json<Answer>()
    if (answer.code !== 200) throw new Error(`Demo data: ${url} was refused: ${answer.message}`)
    return answer
  }
}
