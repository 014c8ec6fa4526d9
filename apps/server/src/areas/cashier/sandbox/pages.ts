import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from '../../../kernel/http/services.ts'
import { readDeposit, type Deposit } from '../store/deposit.sql.ts'
import { ownerOf } from '../store/order.sql.ts'
import { actions, isAction, noticesOf, type Notice } from './actions.ts'
import { cashierPage, noOrderPage, resultPage, type Told } from './page.ts'
import { present } from '../../../kernel/present.ts'

const TIMEOUT_MS = 10_000

/**
 * The sandbox provider's cashier, `/sandbox-pay/:deposit_no`. Only a sandbox serves it: whoever has
 * the number can "pay".
 */
export function registerSandboxPages(app: FastifyInstance, services: Services): void {
  const url = '/sandbox-pay/:deposit_no'
  app.get<{ Params: { deposit_no: string } }>(url, async (request, reply) => {
    const order = await orderOf(services, request.params.deposit_no)
    void reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    return order ? cashierPage(order) : reply.code(404).send(noOrderPage)
  })
  app.post<{ Params: { deposit_no: string } }>(url, async (request, reply) => {
    const order = await orderOf(services, request.params.deposit_no)
    const form = new URLSearchParams(
      Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '',
    )
    const action = form.get('action')
    void reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    if (!order || !isAction(action)) return reply.code(404).send(noOrderPage)
    const told: Told[] = []
    // One after the other, as a provider tells them.
    for (const notice of noticesOf(action, order, {
      secret: present(services.settings.providerSecret, 'secret of the sandbox provider'),
      now: services.clock.now(),
      sender: form.get('sender') ?? '',
    })) {
      told.push(await tell(callbackUrl(services, request), notice))
    }
    const after = present(await orderOf(services, order.depositNo), 'order just paid')
    return resultPage(after, actions[action].label, told)
  })
}

/** An order that is paid here; bank transfers are not. */
async function orderOf({ db }: Services, depositNo: string): Promise<Deposit | undefined> {
  const owner = await ownerOf(db, 'deposit', depositNo)
  const order = owner === undefined ? undefined : await readDeposit(db, owner, depositNo)
  return order?.provider === 'sandbox' ? order : undefined
}

/**
 * This very server, the way the request came in: a provider in a sandbox need not know what stands
 * in front of it.
 */
function callbackUrl({ settings }: Services, request: FastifyRequest): string {
  const { localAddress, localPort } = request.socket
  if (!localAddress || !localPort) return `${settings.publicUrl}/api/callback/sandbox`
  const host = localAddress.replace(/^::ffff:/, '')
  return `http://${host.includes(':') ? `[${host}]` : host}:${localPort}/api/callback/sandbox`
}

/** Notifies over real HTTP, as a provider would. */
async function tell(url: string, { headers, body }: Notice): Promise<Told> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: new Uint8Array(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const { data } = (await answer.json()) as { data?: { verdict?: string } }
  return { status: answer.status, verdict: data?.verdict ?? String(answer.status) }
}
