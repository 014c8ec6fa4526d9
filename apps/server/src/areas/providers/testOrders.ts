// A small real order that proves what a provider's row says: it is opened through the adapter, paid
// by whoever tests, and its callback has to come back. Nobody is credited for it.
import { say } from '@tianping/contract/refusals'
import type { Tx } from '@tianping/database'
import { audit } from '../../kernel/operator/audit.ts'
import { Refusal } from '../../kernel/http/refusal.ts'
import type { Services } from '../../kernel/http/services.ts'
import { ProviderRefused, type PaymentEvent } from './port.ts'
import { remoteProvider, type Provider } from './registry.ts'
import { configHash, providerSchema } from './setting.ts'
import { noteTested, providerRow } from './store/provider.sql.ts'
import { endTest, lockTest, setTestUrl, type TestOrder } from './store/testOrder.sql.ts'

const WINDOW_MS = 3_600_000

/** Numbers of test orders begin like no other order's. */
export const isTestNo = (no: string): boolean => no.startsWith('T')

/** Opens the test order at its provider; says in Chinese why it was not taken. */
export async function openTest(
  services: Services,
  provider: Provider,
  { testNo, method, amountFen }: Pick<TestOrder, 'testNo' | 'method' | 'amountFen'>,
): Promise<string> {
  const { db, clock, settings } = services
  try {
    const { payUrl } = await (
      await remoteProvider(services, provider)
    ).createOrder({
      depositNo: testNo,
      method,
      protocol: null,
      amountFen,
      usdtCents: 0n,
      expiresAt: new Date(clock.now().getTime() + WINDOW_MS),
      origin: settings.publicUrl,
    })
    await setTestUrl(db, testNo, payUrl)
    return payUrl
  } catch (error) {
    const said = error instanceof Error ? error.message : ''
    services.log.warn({ err: error, provider: provider.code }, 'a test order was not taken')
    throw new Refusal(say('provider.test_failed', { said: said.slice(0, 120) || '无应答' }), {
      refused: error instanceof ProviderRefused,
    })
  }
}

export type TestVerdict =
  | 'test_paid'
  | 'duplicate'
  | 'wrong_amount'
  | 'failure_ignored'
  | 'unknown_order'

/** What a callback says of a test order; the configuration it was opened with counts as tested. */
export async function takeTestPayment(
  tx: Tx,
  code: string,
  event: PaymentEvent,
  now: Date,
): Promise<TestVerdict> {
  const test = await lockTest(tx, event.depositNo)
  if (!test || test.code !== code) return 'unknown_order'
  if (event.outcome !== 'paid') return 'failure_ignored'
  if (test.state === 'paid') return 'duplicate'
  const right = event.amountFen === test.amountFen
  const state = right ? 'paid' : 'wrong'
  await endTest(tx, { testNo: test.testNo, state, reference: event.reference, at: now })
  if (!right) return 'wrong_amount'
  const row = await providerRow(tx, code)
  const isSame =
    row !== undefined && configHash(providerSchema.parse(row.value)) === test.configHash
  if (isSame) await noteTested(tx, { code, hash: test.configHash, at: now })
  await audit(
    tx,
    now,
    { operator: null, address: '' },
    {
      action: 'provider.tested',
      subject: `provider:${code}`,
      after: { test_no: test.testNo, reference: event.reference, counts: isSame },
    },
  )
  return 'test_paid'
}
