import type { Channel } from '@tianping/contract/delivery/facts'
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

/** A channel of one process: refused contacts say nothing of its health, silence does. */
function guarded(sender: Sender): Sender {
  const policy = wrap(
    circuitBreaker(
      handleWhen(error => !(error instanceof Undeliverable)),
      { halfOpenAfter: REST_MS, breaker: new ConsecutiveBreaker(FAILURES) },
    ),
    timeout(SEND_TIMEOUT_MS, TimeoutStrategy.Aggressive),
  )
  return {
    send: sending => policy.execute(() => sender.send(sending)),
    close: () => sender.close(),
  }
}

/** The channels that are configured. */
export class Outward {
  private readonly senders: Partial<Record<Channel, Sender>>
  /** What contacts are sealed by. */
  readonly keys: SealingKeys

  constructor(
    { mail, sms, mode, cardKey }: Pick<Settings, 'mail' | 'sms' | 'mode' | 'cardKey'>,
    clock: Clock,
  ) {
    this.keys = contactKeys({ cardKey })
    this.senders = {
      ...(mail ? { mail: guarded(mailSender(mail, mode)) } : {}),
      ...(sms ? { sms: guarded(smsSender(sms, clock)) } : {}),
    }
  }

  open(channel: Channel): boolean {
    return this.senders[channel] !== undefined
  }

  get channels(): Channel[] {
    return Object.keys(this.senders) as Channel[]
  }

  async send(channel: Channel, sending: Sending): Promise<void> {
    const sender = this.senders[channel]
    if (!sender) throw new Error(`the channel ${channel} is not configured`)
    await sender.send(sending)
  }

  close(): void {
    for (const sender of Object.values(this.senders)) sender.close()
  }
}
