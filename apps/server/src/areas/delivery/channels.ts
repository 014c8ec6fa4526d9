import { channels, type Channel, type DeliveryWay } from '@tianping/contract/delivery/facts'
import {
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel'
import type { SealingKeys } from '../../kernel/cardNumber.ts'
import { contactKeys } from '../../kernel/sealedContact.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Settings } from '../../kernel/environment.ts'
import { mailSender } from './mail.ts'
import { pushSender } from './push/sender.ts'
import { browserKeys } from './push/subscription.ts'
import { Undeliverable, type Sender, type Sending } from './sender.ts'
import { smsSender } from './sms.ts'

declare module '../../kernel/http/services.ts' {
  interface Services {
    outward: Outward
  }
}

/** How long one sending may take. */
const SEND_TIMEOUT_MS = 15_000
/** So many failures in a row stop the channel for so long; then one is tried. */
const FAILURES = 5
const REST_MS = 30_000

/** Hosts that are watched at once; the one watched for longest is forgotten first. */
const MOST_HOSTS = 100

/** Refused contacts say nothing of a channel's health, silence does. */
const newGuard = () =>
  wrap(
    circuitBreaker(
      handleWhen(error => !(error instanceof Undeliverable)),
      { halfOpenAfter: REST_MS, breaker: new ConsecutiveBreaker(FAILURES) },
    ),
    timeout(SEND_TIMEOUT_MS, TimeoutStrategy.Aggressive),
  )

/** A channel of one process. */
function guarded(sender: Sender): Sender {
  const guard = newGuard()
  return {
    send: sending => guard.execute(() => sender.send(sending)),
    close: () => sender.close(),
  }
}

/** Each push service by itself: one that is silent, or a name that is none, stops no other. */
function guardedByHost(sender: Sender): Sender {
  const guards = new Map<string, ReturnType<typeof newGuard>>()
  const guardOf = (to: string) => {
    const { host } = new URL((JSON.parse(to) as { endpoint: string }).endpoint)
    const guard = guards.get(host) ?? newGuard()
    guards.set(host, guard)
    const [longest] = guards.keys()
    if (guards.size > MOST_HOSTS && longest !== undefined) guards.delete(longest)
    return guard
  }
  return {
    send: sending => guardOf(sending.to).execute(() => sender.send(sending)),
    close: () => sender.close(),
  }
}

/** The channels that are configured. */
export class Outward {
  private readonly senders: Partial<Record<DeliveryWay, Sender>>
  /** What contacts are sealed by, and the browsers of members. */
  readonly keys: SealingKeys
  readonly browserKeys: SealingKeys

  constructor(
    settings: Pick<Settings, 'mail' | 'sms' | 'push' | 'mode' | 'cardKey'>,
    clock: Clock,
  ) {
    const { mail, sms, push, mode } = settings
    this.keys = contactKeys(settings)
    this.browserKeys = browserKeys(settings)
    this.senders = {
      ...(mail ? { mail: guarded(mailSender(mail, mode)) } : {}),
      ...(sms ? { sms: guarded(smsSender(sms, clock)) } : {}),
      ...(push ? { push: guardedByHost(pushSender(push, clock)) } : {}),
    }
  }

  open(way: DeliveryWay): boolean {
    return this.senders[way] !== undefined
  }

  /** Those that reach a contact. */
  get channels(): Channel[] {
    return (Object.keys(channels) as Channel[]).filter(channel => this.open(channel))
  }

  get ways(): DeliveryWay[] {
    return Object.keys(this.senders) as DeliveryWay[]
  }

  async send(way: DeliveryWay, sending: Sending): Promise<void> {
    const sender = this.senders[way]
    if (!sender) throw new Error(`the channel ${way} is not configured`)
    await sender.send(sending)
  }

  close(): void {
    for (const sender of Object.values(this.senders)) sender.close()
  }
}
