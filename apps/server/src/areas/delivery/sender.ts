/** One text to one contact; `id` is the same whenever it is tried again. Only mail takes a file. */
export type Sending = {
  id: string
  to: string
  subject: string
  text: string
  file?: { name: string; type: string; content: Buffer }
}

/** Throws `Undeliverable` where trying again is of no use, anything else where it may be. */
export type Sender = { send(sending: Sending): Promise<void>; close(): void }

/** The other side refused this text or contact for good. */
export class Undeliverable extends Error {}
